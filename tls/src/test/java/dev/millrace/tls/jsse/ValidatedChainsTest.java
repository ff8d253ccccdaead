package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.PolicyBuilder;
import dev.millrace.tls.testing.SettableClock;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.ProtocolVersion;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidatedChainsTest {
  private static final TestIdentity P256 = TestIdentity.of(TestIdentity.Kind.P256);
  private static final TestIdentity RSA = TestIdentity.of(TestIdentity.Kind.RSA);
  private static final Duration HOUR = Duration.ofHours(1);

  private final SettableClock clock = new SettableClock(Instant.now().plus(HOUR));
  private int asked;

  /// Trusts whoever there is, or asks another about it, and is counted.
  private final class Counting extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager jdk;

    Counting(TestIdentity trusted) throws Exception {
      jdk = (X509ExtendedTrustManager) TestContexts.trustManagers(trusted)[0];
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      asked++;
      jdk.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      asked++;
      jdk.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
      throw new AssertionError("there is no socket");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
      throw new AssertionError("there is no socket");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("there is a connection");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("there is a connection");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return jdk.getAcceptedIssuers();
    }
  }

  /// Trusts whoever there is, and is counted.
  private final class Credulous implements X509TrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      asked++;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      asked++;
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private TlsConfigBuilder config(int capacity) {
    return TlsConfig.builder()
        .clock(clock)
        .noClientSessions()
        .rememberValidatedChains(capacity, HOUR);
  }

  private static SSLContext context(TlsConfigBuilder config, TrustManager trust) throws Exception {
    return config
        .build()
        .newContext(TestContexts.keyManagers(P256), new TrustManager[] {trust}, null);
  }

  private static void connect(SSLContext client, TestIdentity server, String host)
      throws Exception {
    connect(client, TestContexts.OURS.with(server), host, "TLSv1.3");
  }

  private static void connect(SSLContext client, SSLContext server, String host, String protocol)
      throws Exception {
    new EnginePair(host, client, server)
        .protocols(protocol)
        .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"))
        .handshake();
  }

  @Test
  void without_being_told_every_chain_is_validated() throws Exception {
    TlsConfigBuilder config = TlsConfig.builder().noClientSessions();
    SSLContext client = context(config, new Counting(P256));
    connect(client, P256, "localhost");
    connect(client, P256, "localhost");

    assertThat(asked).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_chain_is_validated_once(String protocol) throws Exception {
    SSLContext client = context(config(8), new Counting(P256));
    SSLContext server = TestContexts.OURS.with(P256);
    connect(client, server, "localhost", protocol);
    connect(client, server, "localhost", protocol);

    assertThat(asked).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void its_name_is_checked_against_each_host(boolean seesConnections) throws Exception {
    TestIdentity elsewhere = TestIdentity.ofAnotherHost();
    TrustManager trust = seesConnections ? new Counting(elsewhere) : new Credulous();
    SSLContext client = context(config(8), trust);
    connect(client, elsewhere, "elsewhere.example");
    connect(client, elsewhere, "elsewhere.example");

    assertThat(asked).isEqualTo(1);
    assertThatThrownBy(() -> connect(client, elsewhere, "localhost"))
        .isInstanceOf(SSLHandshakeException.class);
  }

  @Test
  void a_name_is_checked_though_it_was_not_before() throws Exception {
    TestIdentity elsewhere = TestIdentity.ofAnotherHost();
    SSLContext client = context(config(8), new Counting(elsewhere));
    new EnginePair(client, TestContexts.OURS.with(elsewhere)).handshake();

    assertThat(asked).isEqualTo(1);
    assertThatThrownBy(() -> connect(client, elsewhere, "localhost"))
        .isInstanceOf(SSLHandshakeException.class);
  }

  @Test
  void another_chain_is_validated() throws Exception {
    SSLContext client = context(config(8), new Counting(P256));
    connect(client, P256, "localhost");

    assertThatThrownBy(() -> connect(client, RSA, "localhost"))
        .isInstanceOf(SSLHandshakeException.class);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void what_was_refused_is_refused_again() throws Exception {
    SSLContext client = context(config(8), new Counting(RSA));
    for (int connection = 1; connection <= 2; connection++) {
      assertThatThrownBy(() -> connect(client, P256, "localhost"))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(asked).isEqualTo(connection);
    }
  }

  @Test
  void a_chain_is_validated_again_after_the_lifetime() throws Exception {
    SSLContext client = context(config(8), new Credulous());
    connect(client, P256, "localhost");
    clock.advance(HOUR);
    connect(client, P256, "localhost");

    assertThat(asked).isEqualTo(2);
  }

  @Test
  void a_chain_is_validated_again_once_a_certificate_has_expired() throws Exception {
    TlsConfigBuilder config = config(8).rememberValidatedChains(8, Duration.ofDays(365));
    SSLContext client = context(config, new Credulous());
    connect(client, P256, "localhost");
    clock.advance(Duration.ofDays(3));
    connect(client, P256, "localhost");

    assertThat(asked).isEqualTo(2);
  }

  @Test
  void no_more_chains_are_remembered_than_there_is_room_for() throws Exception {
    SSLContext client = context(config(1), new Credulous());
    connect(client, P256, "localhost");
    connect(client, RSA, "localhost");
    connect(client, P256, "localhost");

    assertThat(asked).isEqualTo(3);
  }

  @Test
  void a_server_remembers_the_chains_of_clients() throws Exception {
    SSLContext server = context(config(8), new Counting(P256));
    SSLContext client = TestContexts.with(TlsConfig.builder().noClientSessions().build(), P256);
    for (int connection = 0; connection < 2; connection++) {
      new EnginePair(client, server).serverParameters(p -> p.setNeedClientAuth(true)).handshake();
    }

    assertThat(asked).isEqualTo(1);
  }

  @Test
  void a_chain_with_a_stapled_response_is_validated_each_time() throws Exception {
    SSLContext client = context(config(8), new Credulous());
    SSLContext server =
        TestContexts.with(
            TlsConfig.builder().ocspResponses((_, _) -> new byte[] {0x30, 0}).build(), P256);
    connect(client, server, "localhost", "TLSv1.3");
    connect(client, server, "localhost", "TLSv1.3");

    assertThat(asked).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothing_is_remembered_where_revocation_is_checked(boolean checks) throws Exception {
    SystemSettings system =
        SystemSettings.read(
            name -> checks && name.equals("com.sun.net.ssl.checkRevocation") ? "true" : null,
            _ -> null);
    TrustVerification trust =
        TrustVerification.of(new TrustManager[] {new Credulous()}, config(8).build(), system);
    ShownChain shown =
        new ShownChain(
            Role.SERVER,
            new Identity.Certified(List.of(P256.certificate())),
            "EC",
            ProtocolVersion.TLS_1_3,
            new PolicyBuilder(CryptoServices.resolve()).build(),
            null,
            null,
            null);
    TlsEngine engine = (TlsEngine) TestContexts.OURS.with(P256).createSSLEngine();
    trust.verify(shown, List.of(), new Owner.OfEngine(engine));
    trust.verify(shown, List.of(), new Owner.OfEngine(engine));

    assertThat(asked).isEqualTo(checks ? 2 : 1);
  }
}
