package dev.millrace.tls.software;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.MillraceProvider;
import dev.millrace.tls.jsse.TestContexts;
import dev.millrace.tls.software.HttpClientContract.Answer;
import dev.millrace.tls.software.HttpClientContract.Case;
import dev.millrace.tls.testing.TestIdentity;
import java.security.Security;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Jetty as a server over our TLS, which it is told by the provider's name. The client's TLS is the
/// JDK's.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JettyTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  @BeforeAll
  static void install() {
    Security.addProvider(new MillraceProvider());
  }

  @AfterAll
  static void remove() {
    Security.removeProvider(MillraceProvider.NAME);
  }

  static Stream<Case> all() {
    return Case.all();
  }

  private static EchoServer start(List<String> protocols) throws Exception {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setProvider(MillraceProvider.NAME);
    tls.setKeyStore(IDENTITY.keyStore());
    tls.setKeyStorePassword(new String(TestIdentity.password()));
    tls.setTrustStore(IDENTITY.trustStore());
    return new EchoServer(tls, protocols);
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_body_goes_both_ways_and_the_second_connection_resumes_the_first(Case test)
      throws Exception {
    SSLContext context = TestContexts.JDK.named(test.tls(), IDENTITY);
    try (EchoServer server = start(test.protocols())) {
      byte[] body = HttpClientContract.largeBody();
      Answer full = JdkHttpClientTest.send(context, server.uri(), body);
      Answer resumed = JdkHttpClientTest.send(context, server.uri(), body);

      String version = test.http().equals("h2") ? "HTTP/2.0" : "HTTP/1.1";
      for (Answer each : List.of(full, resumed)) {
        assertThat(each.body()).isEqualTo(body);
        assertThat(each.seen()).isEqualTo("%s %s CN=localhost", version, test.tls());
      }
      assertThat(resumed.session().getCreationTime()).isEqualTo(full.session().getCreationTime());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_client_that_is_not_trusted_is_refused_and_the_next_is_served(Case test) throws Exception {
    SSLContext stranger = SSLContext.getInstance(test.tls(), "SunJSSE");
    stranger.init(
        TestContexts.keyManagers(TestIdentity.ofAnotherHost()),
        TestContexts.trustManagers(IDENTITY),
        null);
    SSLContext known = TestContexts.JDK.named(test.tls(), IDENTITY);
    try (EchoServer server = start(test.protocols())) {
      assertThatThrownBy(() -> JdkHttpClientTest.send(stranger, server.uri(), new byte[1]))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(JdkHttpClientTest.send(known, server.uri(), new byte[1]).body()).hasSize(1);
    }
  }
}
