package dev.millrace.tls.resumption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.TicketKey;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.testing.SettableClock;
import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RotatingTicketKeysTest {
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration LIFETIME = Duration.ofHours(24);

  private final SettableClock clock = new SettableClock();
  private final RotatingTicketKeys keys =
      new RotatingTicketKeys(new SecureRandom(), clock, PERIOD, LIFETIME::toSeconds);

  @Test
  void a_key_seals_for_one_period() {
    TicketKey first = keys.current();

    clock.advance(PERIOD.minusMillis(1));
    assertThat(keys.current()).isEqualTo(first);
    clock.advance(Duration.ofMillis(1));
    assertThat(keys.current()).isNotEqualTo(first);
  }

  @Test
  void a_key_opens_for_as_long_as_its_tickets_may_live_and_is_zeroed_then() {
    TicketKey first = keys.current();
    clock.advance(PERIOD);
    TicketKey second = keys.current();

    clock.advance(LIFETIME.minusMillis(1));
    assertThat(keys.named(first.name())).isEqualTo(first);
    clock.advance(Duration.ofMillis(1));
    assertThat(keys.named(first.name())).isNull();

    assertThat(keys.current()).isNotEqualTo(second);
    assertThat(((Secret) first.key()).isDestroyed()).isTrue();
    assertThat(keys.named(second.name())).isEqualTo(second);
  }

  @Test
  void many_rotations_keep_no_more_keys_than_are_of_use() {
    TicketKey[] made = new TicketKey[50];
    for (int i = 0; i < made.length; i++) {
      made[i] = keys.current();
      clock.advance(PERIOD);
    }
    keys.current();

    int kept = 0;
    for (TicketKey each : made) {
      kept += keys.named(each.name()) == null ? 0 : 1;
    }
    assertThat(kept).isEqualTo(24);
  }

  @Test
  void nobody_knows_a_key_by_another_name() {
    assertThat(keys.named(new byte[TicketKey.NAME_LENGTH])).isNull();
  }
}
