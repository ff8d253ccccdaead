package dev.millrace.tls.software;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.jsse.TestContexts;
import dev.millrace.tls.testing.TestIdentity;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What clients of HTTP have to do over our TLS. The server's TLS is the JDK's.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class HttpClientContract {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  /// What came of a request.
  ///
  /// @param seen what the server saw
  record Answer(String seen, byte[] body, SSLSession session) {}

  /// What is spoken: a version of TLS, and a protocol of ALPN that the server prefers.
  record Case(String tls, String http) {
    List<String> protocols() {
      return http.equals("h2") ? List.of("h2", "http/1.1") : List.of(http);
    }

    static Stream<Case> all() {
      return Stream.of("TLSv1.3", "TLSv1.2")
          .flatMap(tls -> Stream.of(new Case(tls, "h2"), new Case(tls, "http/1.1")));
    }
  }

  static Stream<Case> all() {
    return Case.all();
  }

  /// A few MiB.
  static byte[] largeBody() {
    byte[] body = new byte[3 << 20];
    new Random(1).nextBytes(body);
    return body;
  }

  /// Posts over a connection of its own, and closes that.
  abstract Answer post(SSLContext context, URI uri, byte[] body) throws Exception;

  /// Whether it speaks HTTP/2 to a server that does.
  abstract boolean speaksHttp2();

  /// What its users are used to if a certificate is for another host.
  abstract Class<? extends IOException> wrongHost();

  @ParameterizedTest
  @MethodSource("all")
  void a_body_goes_both_ways_and_the_second_connection_resumes_the_first(Case test)
      throws Exception {
    SSLContext context = TestContexts.OURS.named(test.tls, IDENTITY);
    try (EchoServer server = EchoServer.over(TestContexts.JDK.with(IDENTITY), test.protocols())) {
      byte[] body = largeBody();
      Answer full = post(context, server.uri(), body);
      Answer resumed = post(context, server.uri(), body);

      for (Answer each : List.of(full, resumed)) {
        assertThat(each.body).isEqualTo(body);
        assertThat(each.seen).isEqualTo("%s %s CN=localhost", version(test), test.tls);
        assertThat(each.session.getProtocol()).isEqualTo(test.tls);
        assertThat(each.session.getPeerCertificates()).containsExactly(IDENTITY.certificate());
        assertThat(each.session.getLocalCertificates()).containsExactly(IDENTITY.certificate());
      }
      assertThat(resumed.session.getCreationTime()).isEqualTo(full.session.getCreationTime());
    }
  }

  private String version(Case test) {
    return test.http.equals("h2") && speaksHttp2() ? "HTTP/2.0" : "HTTP/1.1";
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_with_a_certificate_for_another_host_is_refused(String tls) throws Exception {
    TestIdentity another = TestIdentity.ofAnotherHost();
    SSLContext context = TestContexts.OURS.named(tls, another);
    try (EchoServer server =
        EchoServer.over(TestContexts.JDK.with(another), List.of("h2", "http/1.1"))) {
      assertThatThrownBy(() -> post(context, server.uri(), new byte[0]))
          .isExactlyInstanceOf(wrongHost());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_that_is_not_trusted_is_refused(String tls) throws Exception {
    SSLContext context = TestContexts.OURS.named(tls, TestIdentity.ofAnotherHost());
    try (EchoServer server =
        EchoServer.over(TestContexts.JDK.with(IDENTITY), List.of("h2", "http/1.1"))) {
      assertThatThrownBy(() -> post(context, server.uri(), new byte[0]))
          .isExactlyInstanceOf(SSLHandshakeException.class);
    }
  }
}
