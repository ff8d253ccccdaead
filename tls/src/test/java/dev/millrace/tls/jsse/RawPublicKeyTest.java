package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.testing.TestIdentity.Kind;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawPublicKeyTest {
  private static final KeyPair SERVER = keys(Kind.P256);
  private static final KeyPair CLIENT = keys(Kind.ED25519);
  private static final KeyPair STRANGER = keys(Kind.RSA);
  private static final TestIdentity CERTIFIED = TestIdentity.of(Kind.P384);

  private static KeyPair keys(Kind kind) {
    TestIdentity identity = TestIdentity.of(kind);
    return new KeyPair(identity.certificate().getPublicKey(), identity.key());
  }

  private static TlsConfigBuilder trusting(KeyPair... peers) {
    return TlsConfig.builder()
        .rawPublicKeyTrust(
            RawPublicKeyTrust.of(Arrays.stream(peers).map(KeyPair::getPublic).toList()));
  }

  private static TlsConfigBuilder showing(KeyPair... own) {
    return TlsConfig.builder().rawPublicKeys(List.of(own));
  }

  /// A context without certificates.
  private static SSLContext context(TlsConfigBuilder config) throws Exception {
    return config.build().newContext(new KeyManager[0], new TrustManager[0], null);
  }

  private static SSLContext withCertificate(TlsConfigBuilder config) throws Exception {
    return TestContexts.with(config.build(), CERTIFIED);
  }

  private static EnginePair connect(SSLContext client, SSLContext server, String protocol)
      throws SSLException {
    EnginePair pair = new EnginePair(client, server).protocols(protocol).handshake();
    pair.client.unwrapAll();
    return pair;
  }

  private static EnginePair connectBoth(SSLContext client, SSLContext server, String protocol)
      throws SSLException {
    EnginePair pair =
        new EnginePair(client, server)
            .protocols(protocol)
            .serverParameters(p -> p.setNeedClientAuth(true))
            .handshake();
    pair.client.unwrapAll();
    return pair;
  }

  private static PublicKey shownTo(EnginePair.End end) {
    return TlsConnection.of(end.engine).peerRawPublicKey();
  }

  static Stream<Arguments> protocols_and_kinds() {
    return Stream.of("TLSv1.3", "TLSv1.2")
        .flatMap(
            protocol -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(protocol, kind)));
  }

  @ParameterizedTest
  @MethodSource("protocols_and_kinds")
  void a_server_is_known_by_its_key_whatever_its_name(String protocol, Kind kind) throws Exception {
    KeyPair keys = keys(kind);
    EnginePair pair =
        new EnginePair("other.example", context(trusting(keys)), context(showing(keys)))
            .protocols(protocol)
            .clientParameters(p -> p.setEndpointIdentificationAlgorithm("HTTPS"))
            .handshake();

    assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
    assertThat(shownTo(pair.client)).isEqualTo(keys.getPublic());
    assertThat(shownTo(pair.server)).isNull();
    assertThat(TlsConnection.of(pair.server.engine).localRawPublicKey())
        .isEqualTo(keys.getPublic());
    SSLSession session = pair.client.engine.getSession();
    assertThatThrownBy(session::getPeerCertificates).isInstanceOf(SSLPeerUnverifiedException.class);
    assertThatThrownBy(session::getPeerPrincipal).isInstanceOf(SSLPeerUnverifiedException.class);
    assertThat(pair.server.engine.getSession().getLocalCertificates()).isNull();
    assertThat(pair.server.engine.getSession().getLocalPrincipal()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void both_sides_know_each_other_in_a_resumed_session_too(String protocol) throws Exception {
    SSLContext client = context(trusting(SERVER).rawPublicKeys(List.of(CLIENT)));
    SSLContext server = context(trusting(CLIENT).rawPublicKeys(List.of(SERVER)));

    for (boolean resumed : new boolean[] {false, true}) {
      EnginePair pair = connectBoth(client, server, protocol);

      assertThat(TlsConnection.of(pair.client.engine).isResumed()).isEqualTo(resumed);
      assertThat(shownTo(pair.client)).isEqualTo(SERVER.getPublic());
      assertThat(shownTo(pair.server)).isEqualTo(CLIENT.getPublic());
      for (EnginePair.End end : List.of(pair.client, pair.server)) {
        assertThat(TlsConnection.of(end.engine).localRawPublicKey())
            .isEqualTo(end == pair.client ? CLIENT.getPublic() : SERVER.getPublic());
      }
      assertThat(pair.send(pair.server, pair.client, "pong")).isEqualTo("pong");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_key_that_is_not_trusted_is_refused(String protocol) throws Exception {
    SSLContext stranger = context(showing(STRANGER));

    assertThatThrownBy(() -> connect(context(trusting(SERVER)), stranger, protocol))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("not among those trusted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_that_the_server_does_not_trust_is_refused(String protocol) throws Exception {
    SSLContext client = context(trusting(SERVER).rawPublicKeys(List.of(STRANGER)));
    SSLContext server = context(trusting(CLIENT).rawPublicKeys(List.of(SERVER)));

    assertThatThrownBy(() -> connectBoth(client, server, protocol))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("not among those trusted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_asks_again_before_it_resumes(String protocol) throws Exception {
    RotatingTicketKeys tickets =
        new RotatingTicketKeys(
            new SecureRandom(), InstantSource.system(), Duration.ofHours(1), () -> 3600);
    SSLContext client = context(trusting(SERVER).rawPublicKeys(List.of(CLIENT)));
    SSLContext trusting =
        context(trusting(CLIENT).rawPublicKeys(List.of(SERVER)).ticketKeys(tickets));
    SSLContext other =
        context(trusting(STRANGER).rawPublicKeys(List.of(SERVER)).ticketKeys(tickets));
    SSLContext certificates =
        withCertificate(TlsConfig.builder().rawPublicKeys(List.of(SERVER)).ticketKeys(tickets));
    connectBoth(client, trusting, protocol);
    assertThat(TlsConnection.of(connectBoth(client, trusting, protocol).client.engine).isResumed())
        .isTrue();

    assertThatThrownBy(() -> connectBoth(client, other, protocol)).isInstanceOf(SSLException.class);
    connectBoth(client, trusting, protocol);
    assertThatThrownBy(() -> connectBoth(client, certificates, protocol))
        .isInstanceOf(SSLException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_that_wants_to_asks_again_too(String protocol) throws Exception {
    List<PublicKey> asked = new ArrayList<>();
    SSLContext server = context(showing(SERVER));
    SSLContext client =
        context(
            TlsConfig.builder()
                .rawPublicKeyTrust((key, _) -> asked.add(key))
                .reverifyServers(true));
    connect(client, server, protocol);

    EnginePair resumed = connect(client, server, protocol);

    assertThat(TlsConnection.of(resumed.client.engine).isResumed()).isTrue();
    assertThat(asked).containsExactly(SERVER.getPublic(), SERVER.getPublic());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void certificates_are_for_those_that_take_nothing_else(String protocol) throws Exception {
    SSLContext server = withCertificate(showing(SERVER));

    EnginePair plain = connect(withCertificate(TlsConfig.builder()), server, protocol);
    EnginePair both = connect(withCertificate(trusting(SERVER)), server, protocol);

    assertThat(plain.client.engine.getSession().getPeerCertificates())
        .containsExactly(CERTIFIED.certificate());
    assertThat(shownTo(plain.client)).isNull();
    assertThat(shownTo(both.client)).isEqualTo(SERVER.getPublic());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void certificates_may_be_preferred(String protocol) throws Exception {
    List<CertificateType> order = List.of(CertificateType.X509, CertificateType.RAW_PUBLIC_KEY);
    SSLContext server = withCertificate(showing(SERVER).ownCertificateTypes(order));

    EnginePair pair = connect(withCertificate(trusting(SERVER)), server, protocol);

    assertThat(shownTo(pair.client)).isNull();
    assertThat(pair.client.engine.getSession().getPeerCertificates()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_of_raw_keys_alone_takes_no_certificate(String protocol) throws Exception {
    SSLContext server = withCertificate(TlsConfig.builder());

    assertThatThrownBy(() -> connect(context(trusting(SERVER)), server, protocol))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("no type of certificate in common");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_may_have_nothing_to_show(String protocol) throws Exception {
    SSLContext client = context(trusting(SERVER).rawPublicKeys(List.of()));
    SSLContext server = withCertificate(trusting(CLIENT).rawPublicKeys(List.of(SERVER)));

    EnginePair wanted =
        new EnginePair(client, server)
            .protocols(protocol)
            .serverParameters(p -> p.setWantClientAuth(true))
            .handshake();

    assertThat(wanted.send(wanted.client, wanted.server, "ping")).isEqualTo("ping");
    assertThat(shownTo(wanted.server)).isNull();
    assertThatThrownBy(() -> connectBoth(client, server, protocol))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("client sent no certificate");
  }

  @Test
  void a_trust_sees_the_connection() throws Exception {
    List<String> seen = new ArrayList<>();
    SSLContext client =
        context(
            TlsConfig.builder()
                .rawPublicKeyTrust((key, session) ->
                    seen.add(session.getPeerHost() + " " + session.getProtocol())));

    connect(client, context(showing(SERVER)), "TLSv1.3");

    assertThat(seen).containsExactly("localhost TLSv1.3");
  }

  @Test
  void another_key_share_may_be_asked_for() throws Exception {
    EnginePair pair =
        new EnginePair(context(trusting(SERVER)), context(showing(SERVER)))
            .serverParameters(p -> p.setNamedGroups(new String[] {"secp384r1"}))
            .handshake();

    assertThat(TlsConnection.of(pair.client.engine).isRetried()).isTrue();
    assertThat(shownTo(pair.client)).isEqualTo(SERVER.getPublic());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void nothing_is_stapled_to_a_key(String protocol) throws Exception {
    SSLContext server = context(showing(SERVER).ocspResponses((_, _) -> new byte[] {1}));

    EnginePair pair = connect(context(trusting(SERVER).statusRequest(true)), server, protocol);

    assertThat(shownTo(pair.client)).isEqualTo(SERVER.getPublic());
  }
}
