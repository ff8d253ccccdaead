package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.Resumption;
import dev.millrace.tls.SessionStore;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.resumption.BoundedTicketStore;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.resumption.ThrowingStore;
import dev.millrace.tls.testing.SettableClock;
import dev.millrace.tls.testing.TestIdentity;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumptionPolicyTest {
  private static final TestIdentity SERVER = TestIdentity.of(TestIdentity.Kind.P256);
  private static final TestIdentity CLIENT = TestIdentity.of(TestIdentity.Kind.RSA);
  private static final TestIdentity STRANGER = TestIdentity.of(TestIdentity.Kind.ED25519);
  private static final long DAY = Duration.ofDays(1).toSeconds();

  private final SettableClock clock = new SettableClock();
  private final RotatingTicketKeys keys =
      new RotatingTicketKeys(new SecureRandom(), clock, Duration.ofDays(30), () -> 30 * DAY);

  private SSLContext context(KeyManager[] own, TrustManager[] trusted) throws Exception {
    return TlsConfig.builder().clock(clock).ticketKeys(keys).build().newContext(own, trusted, null);
  }

  private SSLContext client() throws Exception {
    return context(TestContexts.keyManagers(CLIENT), TestContexts.trustManagers(SERVER));
  }

  private SSLContext server(TestIdentity trusted) throws Exception {
    return context(TestContexts.keyManagers(SERVER), TestContexts.trustManagers(trusted));
  }

  private static EnginePair connect(SSLContext client, SSLContext server, String protocol)
      throws SSLException {
    EnginePair pair =
        new EnginePair(client, server)
            .protocols(protocol)
            .serverParameters(p -> p.setNeedClientAuth(true))
            .handshake();
    pair.client.unwrapAll();
    return pair;
  }

  private static boolean isResumed(EnginePair pair) {
    return TlsConnection.of(pair.client.engine).isResumed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_that_shares_ticket_keys_trusts_its_own_authorities_alone(String protocol)
      throws Exception {
    SSLContext client = client();
    SSLContext other = server(STRANGER);
    SSLContext trusting = server(CLIENT);
    connect(client, trusting, protocol);
    assertThat(isResumed(connect(client, trusting, protocol))).isTrue();

    assertThatThrownBy(() -> connect(client, other, protocol)).isInstanceOf(SSLException.class);
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, 10, true", "TLSv1.3, 11, false", "TLSv1.2, 10, true", "TLSv1.2, 11, false"})
  void clocks_of_servers_that_share_ticket_keys_may_differ_by_ten_seconds(
      String protocol, int ahead, boolean resumed) throws Exception {
    SSLContext client = client();
    SSLContext early =
        TlsConfig.builder()
            .clock(() -> clock.instant().plusSeconds(ahead))
            .ticketKeys(keys)
            .build()
            .newContext(TestContexts.keyManagers(SERVER), TestContexts.trustManagers(CLIENT), null);
    connect(client, early, protocol);

    assertThat(isResumed(connect(client, server(CLIENT), protocol))).isEqualTo(resumed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_store_that_throws_costs_the_resumption_and_not_the_connection(String protocol)
      throws Exception {
    SSLContext failing =
        TestContexts.with(
            TlsConfig.builder()
                .resumption(Resumption.STATEFUL)
                .serverSessions(new ThrowingStore())
                .clientSessions(new ThrowingStore())
                .build(),
            SERVER);
    for (int connection = 0; connection < 2; connection++) {
      EnginePair pair = connect(failing, failing, protocol);
      assertThat(isResumed(pair)).isFalse();
      assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
      pair.server.engine.getSession().invalidate();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_knows_which_certificate_a_resumed_session_has(String protocol) throws Exception {
    SSLContext client = client();
    SSLContext first = server(CLIENT);
    connect(client, first, protocol);

    for (SSLContext each : List.of(first, server(CLIENT))) {
      EnginePair pair = connect(client, each, protocol);
      assertThat(isResumed(pair)).isTrue();
      assertThat(pair.server.engine.getSession().getLocalCertificates())
          .containsExactly(SERVER.certificate());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_with_another_certificate_shows_it(String protocol) throws Exception {
    SSLContext client = client();
    connect(client, server(CLIENT), protocol);
    SSLContext other =
        context(TestContexts.keyManagers(STRANGER), TestContexts.trustManagers(CLIENT));

    assertThatThrownBy(() -> connect(client, other, protocol)).isInstanceOf(SSLException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_asks_its_trust_manager_again_if_it_is_to(String protocol) throws Exception {
    SessionStore shared = new BoundedTicketStore(1, Duration.ofHours(1));
    SSLContext server = server(CLIENT);
    SSLContext trusting = client(shared, true, SERVER);
    connect(trusting, server, protocol);
    assertThat(isResumed(connect(trusting, server, protocol))).isTrue();

    SSLContext distrusting = client(shared, true, STRANGER);
    assertThatThrownBy(() -> connect(distrusting, server, protocol))
        .isInstanceOf(SSLException.class);
    SSLContext trustful = client(shared, false, STRANGER);
    assertThat(isResumed(connect(trustful, server, protocol))).isTrue();
  }

  private SSLContext client(SessionStore sessions, boolean reverifies, TestIdentity trusted)
      throws Exception {
    return TlsConfig.builder()
        .clock(clock)
        .clientSessions(sessions)
        .reverifyServers(reverifies)
        .build()
        .newContext(TestContexts.keyManagers(CLIENT), TestContexts.trustManagers(trusted), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void tickets_are_renewed_but_a_session_ends_with_its_lifetime(String protocol) throws Exception {
    SSLContext client = client();
    SSLContext server = server(CLIENT);
    connect(client, server, protocol);

    clock.advance(Duration.ofHours(20));
    assertThat(isResumed(connect(client, server, protocol))).isTrue();

    clock.advance(Duration.ofHours(20));
    assertThat(isResumed(connect(client, server, protocol))).isFalse();
  }
}
