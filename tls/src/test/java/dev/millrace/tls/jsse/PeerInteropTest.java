package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.testing.TestIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerInteropTest {
  private static final TestIdentity P256 = TestIdentity.of(TestIdentity.Kind.P256);
  private static final TestIdentity RSA = TestIdentity.of(TestIdentity.Kind.RSA);

  /// Whom we talk to, on which side we are, and what is spoken.
  record Case(Peers peer, Role ours, String protocol) {}

  static Stream<Case> all() {
    List<Case> all = new ArrayList<>();
    for (Peers peer : Peers.values()) {
      for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
        all.add(new Case(peer, Role.CLIENT, protocol));
        all.add(new Case(peer, Role.SERVER, protocol));
      }
    }
    return all.stream();
  }

  /// BouncyCastle has no resumption in TLS 1.3.
  static Stream<Case> resuming() {
    return all()
        .filter(each -> each.peer != Peers.BOUNCY_CASTLE || each.protocol.equals("TLSv1.2"));
  }

  static Stream<Case> of_tls13() {
    return all().filter(each -> each.protocol.equals("TLSv1.3"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void both_sides_prove_who_they_are_and_agree_on_a_protocol(Case test) throws Exception {
    for (TestIdentity identity : List.of(P256, RSA)) {
      Link link = new Ends(test, TlsConfig.defaults(), identity).connect();

      for (EnginePair.End each : List.of(link.pair.client, link.pair.server)) {
        SSLSession session = each.engine.getSession();
        assertThat(session.getPeerCertificates()).containsExactly(identity.certificate());
        assertThat(each.engine.getApplicationProtocol()).isEqualTo("h2");
      }
      assertThat(link.ours.getSession().getProtocol()).isEqualTo(test.protocol);
      assertThat(link.connection.isResumed()).isFalse();
      assertThat(link.connection.hasExtendedMasterSecret()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("resuming")
  void the_second_connection_resumes_the_first(Case test) throws Exception {
    Ends ends = new Ends(test, TlsConfig.defaults(), P256);
    Link full = ends.connect();
    Link resumed = ends.connect();

    assertThat(full.connection.isResumed()).isFalse();
    assertThat(resumed.connection.isResumed()).isTrue();
    assertThat(resumed.ours().getSession().getPeerCertificates())
        .containsExactly(P256.certificate());
    assertThat(resumed.ours().getApplicationProtocol()).isEqualTo("h2");
  }

  @ParameterizedTest
  @MethodSource("of_tls13")
  void keys_are_agreed_on_that_a_quantum_computer_does_not_break(Case test) throws Exception {
    TlsConfig hybrid = TlsConfig.builder().groups(List.of("X25519MLKEM768")).build();

    Link link = new Ends(test, hybrid, P256).connect();

    assertThat(link.connection.group()).isEqualTo("X25519MLKEM768");
  }

  @ParameterizedTest
  @MethodSource("of_tls13")
  void we_renew_our_keys_and_the_peer_its_own(Case test) throws Exception {
    Link link = new Ends(test, TlsConfig.defaults(), P256).connect();

    link.connection.updateKeys(true);

    link.exchange();
    link.exchange();
  }

  /// A context of each library, whose connections can resume one another.
  private static final class Ends {
    private final Case test;
    private final SSLContext ours;
    private final Peers.Context theirs;

    Ends(Case test, TlsConfig config, TestIdentity identity) throws Exception {
      this.test = test;
      ours = TestContexts.with(config, identity);
      theirs = test.peer.with(identity);
    }

    Link connect() throws Exception {
      SSLEngine our = ours.createSSLEngine(EnginePair.HOST, EnginePair.PORT);
      our.setUseClientMode(test.ours == Role.CLIENT);
      SSLParameters parameters = our.getSSLParameters();
      parameters.setProtocols(new String[] {test.protocol});
      parameters.setApplicationProtocols(new String[] {"h2"});
      if (test.ours == Role.CLIENT) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
      } else {
        parameters.setNeedClientAuth(true);
      }
      our.setSSLParameters(parameters);
      Link link =
          test.ours == Role.CLIENT
              ? new Link(new EnginePair(our, theirs.engine(Role.SERVER)), our)
              : new Link(new EnginePair(theirs.engine(Role.CLIENT), our), our);
      link.pair.handshake();
      link.exchange();
      return link;
    }
  }

  /// An engine of ours and one of a peer's, connected.
  private record Link(EnginePair pair, SSLEngine ours, TlsConnection connection) {
    Link(EnginePair pair, SSLEngine ours) {
      this(pair, ours, TlsConnection.of(ours));
    }

    void exchange() throws Exception {
      assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
      assertThat(pair.send(pair.server, pair.client, "pong")).isEqualTo("pong");
    }
  }
}
