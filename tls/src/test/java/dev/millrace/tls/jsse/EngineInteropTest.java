package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.tls.Resumption;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.testing.TestIdentity;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineInteropTest {
  private static final TestIdentity P256 = TestIdentity.of(TestIdentity.Kind.P256);

  static Stream<Arguments> sides() {
    List<Arguments> all = new ArrayList<>();
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      all.add(arguments(TestContexts.OURS, TestContexts.OURS, protocol));
      all.add(arguments(TestContexts.OURS, TestContexts.JDK, protocol));
      all.add(arguments(TestContexts.JDK, TestContexts.OURS, protocol));
    }
    return all.stream();
  }

  static Stream<Arguments> sides_and_kinds() {
    return sides()
        .flatMap(side ->
            Arrays.stream(TestIdentity.Kind.values())
                .map(kind -> arguments(side.get()[0], side.get()[1], side.get()[2], kind)));
  }

  @ParameterizedTest
  @MethodSource("sides_and_kinds")
  void both_sides_prove_who_they_are(
      TestContexts client, TestContexts server, String protocol, TestIdentity.Kind kind)
      throws Exception {
    TestIdentity identity = TestIdentity.of(kind);
    EnginePair pair =
        new EnginePair(client.with(identity), server.with(identity))
            .protocols(protocol)
            .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"))
            .serverParameters(p -> p.setNeedClientAuth(true))
            .handshake();

    for (EnginePair.End each : List.of(pair.client, pair.server)) {
      SSLSession session = each.engine.getSession();
      assertThat(session.getProtocol()).isEqualTo(protocol);
      assertThat(session.getPeerCertificates()).containsExactly(identity.certificate());
      assertThat(session.getLocalCertificates()).containsExactly(identity.certificate());
      assertThat(session.isValid()).isTrue();
    }
    assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
    assertThat(pair.send(pair.server, pair.client, "pong")).isEqualTo("pong");
  }

  @ParameterizedTest
  @MethodSource("sides")
  void the_second_connection_resumes_the_first(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    assertResumes(client.with(P256), server.with(P256), protocol);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void sessions_of_a_server_that_stores_them_are_resumed_too(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    if (server == TestContexts.OURS) {
      TlsConfig config = TlsConfig.builder().resumption(Resumption.STATEFUL).build();
      assertResumes(client.with(P256), TestContexts.with(config, P256), protocol);
    }
  }

  private static void assertResumes(SSLContext client, SSLContext server, String protocol)
      throws Exception {
    EnginePair full = connected(client, server, protocol);
    EnginePair resumed = connected(client, server, protocol);
    SSLSession first = full.client.engine.getSession();
    SSLSession second = resumed.client.engine.getSession();

    assertThat(second.getCreationTime()).isEqualTo(first.getCreationTime());
    assertThat(second.getPeerCertificates()).isEqualTo(first.getPeerCertificates());
    // A server that resumes does not send its certificate.
    int certificate = P256.certificate().getEncoded().length / 2;
    assertThat(resumed.server.produced).isLessThan(full.server.produced - certificate);
  }

  private static EnginePair connected(SSLContext client, SSLContext server, String protocol)
      throws Exception {
    EnginePair pair = new EnginePair(client, server).protocols(protocol).handshake();
    assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
    assertThat(pair.send(pair.server, pair.client, "pong")).isEqualTo("pong");
    return pair;
  }

  @ParameterizedTest
  @MethodSource("sides")
  void a_protocol_is_agreed_on(TestContexts client, TestContexts server, String protocol)
      throws Exception {
    EnginePair pair =
        new EnginePair(client.with(P256), server.with(P256))
            .protocols(protocol)
            .clientParameters(p -> p.setApplicationProtocols(new String[] {"http/1.1", "h2"}))
            .serverParameters(p -> p.setApplicationProtocols(new String[] {"h2", "http/1.1"}))
            .handshake();

    assertThat(pair.client.engine.getApplicationProtocol()).isEqualTo("h2");
    assertThat(pair.server.engine.getApplicationProtocol()).isEqualTo("h2");
  }

  @Test
  void a_selector_chooses_the_protocol_and_sees_the_handshake() throws Exception {
    EnginePair pair =
        new EnginePair(TestContexts.JDK.with(P256), TestContexts.OURS.with(P256))
            .clientParameters(p -> p.setApplicationProtocols(new String[] {"a", "b"}));
    pair.server.engine.setHandshakeApplicationProtocolSelector((_, offered) -> offered.get(1));
    pair.handshake();

    assertThat(pair.client.engine.getApplicationProtocol()).isEqualTo("b");
  }

  @Test
  void no_protocol_in_common_ends_the_handshake() throws Exception {
    EnginePair pair =
        new EnginePair(TestContexts.JDK.with(P256), TestContexts.OURS.with(P256))
            .clientParameters(p -> p.setApplicationProtocols(new String[] {"a"}))
            .serverParameters(p -> p.setApplicationProtocols(new String[] {"b"}));

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("application protocol");
  }

  @ParameterizedTest
  @MethodSource("sides")
  void a_client_without_a_certificate_is_let_in_only_if_none_is_needed(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    SSLContext anonymous = anonymous(client);
    EnginePair wanted =
        new EnginePair(anonymous, server.with(P256))
            .protocols(protocol)
            .serverParameters(p -> p.setWantClientAuth(true))
            .handshake();
    assertThatThrownBy(() -> wanted.server.engine.getSession().getPeerCertificates())
        .isInstanceOf(SSLPeerUnverifiedException.class);

    EnginePair needed =
        new EnginePair(anonymous(client), server.with(P256))
            .protocols(protocol)
            .serverParameters(p -> p.setNeedClientAuth(true));
    assertThatThrownBy(needed::handshake).isInstanceOf(SSLHandshakeException.class);
  }

  private static SSLContext anonymous(TestContexts kind) throws Exception {
    TrustManager[] trust = TestContexts.trustManagers(P256);
    if (kind == TestContexts.OURS) {
      return TlsConfig.defaults().newContext(null, trust, null);
    }
    SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
    context.init(null, trust, null);
    return context;
  }

  @Test
  void the_name_is_checked_for_trust_managers_that_cannot() throws Exception {
    SSLContext trusting = plainTrust();
    EnginePair good =
        new EnginePair(trusting, TestContexts.OURS.with(P256))
            .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"))
            .handshake();
    assertThat(good.client.engine.getSession().getPeerHost()).isEqualTo("localhost");

    EnginePair bad =
        new EnginePair("example.com", trusting, TestContexts.OURS.with(P256))
            .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"));
    assertThatThrownBy(bad::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("not for example.com");
  }

  @ParameterizedTest
  @MethodSource("sides")
  void a_session_whose_name_was_not_checked_is_not_resumed_where_it_must_be(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    if (client == TestContexts.OURS) {
      SSLContext clients = client.with(P256);
      SSLContext servers = server.with(P256);
      connected(clients, servers, protocol);
      EnginePair checked =
          new EnginePair(clients, servers)
              .protocols(protocol)
              .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"))
              .handshake();
      EnginePair resumed = connected(clients, servers, protocol);

      assertThat(resumed.server.produced).isLessThan(checked.server.produced);
    }
  }

  @Test
  void who_is_not_trusted_is_told_so_and_the_reason_is_the_cause() throws Exception {
    EnginePair pair =
        new EnginePair(
            TlsConfig.defaults().newContext(null, null, null), TestContexts.OURS.with(P256));

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasCauseInstanceOf(CertificateException.class);
    pair.client.wrap(pair.server, "");
    assertThatThrownBy(pair.server::unwrapAll)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("unknown_ca");
  }

  private static SSLContext plainTrust() throws Exception {
    X509TrustManager all =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String authType) {}

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String authType) {}

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    return TlsConfig.defaults().newContext(null, new TrustManager[] {all}, null);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void a_server_refuses_names_that_its_matchers_do_not_match(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    EnginePair good = named(client, server, protocol, "good.example").handshake();
    assertThat(((ExtendedSSLSession) good.server.engine.getSession()).getRequestedServerNames())
        .containsExactly(new SNIHostName("good.example"));

    EnginePair bad = named(client, server, protocol, "bad.example");
    assertThatThrownBy(bad::handshake).isInstanceOf(SSLHandshakeException.class);
  }

  private static EnginePair named(
      TestContexts client, TestContexts server, String protocol, String name) throws Exception {
    return new EnginePair(client.with(P256), server.with(P256))
        .protocols(protocol)
        .clientParameters(p -> p.setServerNames(List.of(new SNIHostName(name))))
        .serverParameters(
            p -> p.setSNIMatchers(List.of(SNIHostName.createSNIMatcher("good\\.example"))));
  }

  @ParameterizedTest
  @MethodSource("sides")
  void without_session_creation_only_a_session_that_is_there_will_do(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    if (client == TestContexts.OURS) {
      SSLContext clients = client.with(P256);
      SSLContext servers = server.with(P256);
      EnginePair without = new EnginePair(clients, servers).protocols(protocol);
      without.client.engine.setEnableSessionCreation(false);
      assertThatThrownBy(without::handshake).isInstanceOf(SSLHandshakeException.class);

      connected(clients, servers, protocol);
      EnginePair resumed = new EnginePair(clients, servers).protocols(protocol);
      resumed.client.engine.setEnableSessionCreation(false);
      resumed.handshake();
      assertThat(resumed.client.finished).isEqualTo(1);
    }
  }

  @Test
  void a_stapled_response_reaches_the_client() throws Exception {
    byte[] response = {0x30, 0x03, 0x0A, 0x01, 0x06};
    TlsConfig stapling = TlsConfig.builder().ocspResponses((_, _) -> response).build();
    EnginePair pair = new EnginePair(plainTrust(), TestContexts.with(stapling, P256)).handshake();

    assertThat(((ExtendedSSLSession) pair.client.engine.getSession()).getStatusResponses())
        .containsExactly(response);
  }

  @ParameterizedTest
  @MethodSource("sides")
  void and_is_there_again_where_the_session_is_resumed(
      TestContexts client, TestContexts server, String protocol) throws Exception {
    if (server == TestContexts.OURS) {
      byte[] response = {0x30, 0x03, 0x0A, 0x01, 0x06};
      SSLContext clients = client.with(P256);
      SSLContext servers =
          TestContexts.with(TlsConfig.builder().ocspResponses((_, _) -> response).build(), P256);
      for (int connection = 0; connection < 2; connection++) {
        EnginePair pair = connected(clients, servers, protocol);
        assertThat(TlsConnection.of(pair.server.engine).isResumed()).isEqualTo(connection == 1);
        assertThat(((ExtendedSSLSession) pair.client.engine.getSession()).getStatusResponses())
            .containsExactly(response);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void no_response_is_made_for_a_client_that_wants_none(String protocol) throws Exception {
    TlsConfig failing = TlsConfig.builder().ocspResponses(EngineInteropTest::fail).build();
    TlsConfig wanting = TlsConfig.builder().statusRequest(true).build();
    TlsConfig careless = TlsConfig.builder().statusRequest(false).build();
    EnginePair without =
        new EnginePair(TestContexts.with(careless, P256), TestContexts.with(failing, P256))
            .protocols(protocol)
            .handshake();
    EnginePair with =
        new EnginePair(TestContexts.with(wanting, P256), TestContexts.with(failing, P256))
            .protocols(protocol);

    assertThat(without.client.finished).isEqualTo(1);
    assertThatThrownBy(with::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("no response today");
  }

  private static byte[] fail(X509Certificate certificate, @Nullable X509Certificate issuer) {
    throw new IllegalStateException("no response today");
  }

  @Test
  void key_shares_are_sent_of_the_groups_that_are_configured() throws Exception {
    SSLContext servers = TestContexts.OURS.with(P256);
    TlsConfig none = TlsConfig.builder().keyShareGroups(List.of()).build();
    TlsConfig one = TlsConfig.builder().keyShareGroups(List.of("secp384r1")).build();
    EnginePair withNone = new EnginePair(TestContexts.with(none, P256), servers).handshake();
    EnginePair withOne = new EnginePair(TestContexts.with(one, P256), servers).handshake();

    assertThat(TlsConnection.of(withNone.client.engine).isRetried()).isTrue();
    assertThat(TlsConnection.of(withNone.client.engine).group()).isEqualTo("X25519MLKEM768");
    assertThat(TlsConnection.of(withOne.client.engine).isRetried()).isFalse();
    assertThat(TlsConnection.of(withOne.client.engine).group()).isEqualTo("secp384r1");
  }

  @Test
  void both_sides_export_the_same_keys() throws Exception {
    EnginePair pair =
        new EnginePair(TestContexts.JDK.with(P256), TestContexts.OURS.with(P256)).handshake();

    assertThat(exported(pair.client)).isEqualTo(exported(pair.server)).hasSize(40);
  }

  private static byte[] exported(EnginePair.End end) throws Exception {
    ExtendedSSLSession session = (ExtendedSSLSession) end.engine.getSession();
    return session.exportKeyingMaterialData("EXPORTER-test", new byte[] {1, 2}, 40);
  }
}
