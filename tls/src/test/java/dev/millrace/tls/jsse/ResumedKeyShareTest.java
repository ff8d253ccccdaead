package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.testing.SettableClock;
import dev.millrace.tls.testing.TestIdentity;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/// Where a session is resumed, the client sends shares of the group that the server took before,
/// and of those that it likes less.
class ResumedKeyShareTest {
  private static final TestIdentity P256 = TestIdentity.of(TestIdentity.Kind.P256);

  private final SettableClock clock = new SettableClock();
  private final RotatingTicketKeys keys =
      new RotatingTicketKeys(
          new SecureRandom(), clock, Duration.ofDays(1), Duration.ofDays(1)::toSeconds);
  private final SSLContext client = with(TlsConfig.builder());

  private SSLContext with(TlsConfigBuilder config) {
    try {
      return TestContexts.with(config.clock(clock).ticketKeys(keys).build(), P256);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private SSLContext server(String... groups) {
    return with(TlsConfig.builder().groups(List.of(groups)));
  }

  private TlsConnection connection(SSLContext server) throws Exception {
    EnginePair pair = new EnginePair(client, server).protocols("TLSv1.3").handshake();
    pair.client.unwrapAll();
    return TlsConnection.of(pair.client.engine);
  }

  @Test
  void a_share_that_the_server_passed_over_is_not_made_again() throws Exception {
    assertThat(connection(server("x25519")).group()).isEqualTo("x25519");

    TlsConnection resumed = connection(server("X25519MLKEM768"));

    assertThat(resumed.isResumed()).isTrue();
    assertThat(resumed.isRetried()).isTrue();
    assertThat(resumed.group()).isEqualTo("X25519MLKEM768");
  }

  @Test
  void a_server_of_a_fleet_may_take_what_the_client_likes_less() throws Exception {
    assertThat(connection(server("X25519MLKEM768")).group()).isEqualTo("X25519MLKEM768");

    TlsConnection resumed = connection(server("x25519"));

    assertThat(resumed.isResumed()).isTrue();
    assertThat(resumed.isRetried()).isFalse();
  }
}
