package dev.millrace.fleet.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TicketKeySetTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
  private static final Duration PERIOD = Duration.ofHours(12);
  private static final TicketKeySet FIRST = TicketKeySet.first(RANDOM, NOW, PERIOD);
  private static final TicketKeySet SECOND = FIRST.rotated(RANDOM, NOW.plus(PERIOD), PERIOD);
  private static final int COUNT_AT = 1 + 3 * Long.BYTES;

  private static List<TicketKeySet> sets() {
    return List.of(FIRST, SECOND);
  }

  @ParameterizedTest
  @MethodSource("sets")
  void keys_are_read_from_their_bytes(TicketKeySet keys) {
    TicketKeySet decoded = TicketKeySet.decode(keys.encode());

    assertThat(decoded).isEqualTo(keys);
    assertThat(decoded.present().key()).isEqualTo(keys.present().key());
    assertThat(decoded.next().key()).isEqualTo(keys.next().key());
    if (keys.previous() != null) {
      assertThat(decoded.previous().key()).isEqualTo(keys.previous().key());
    }
    assertThat(decoded.encode()).isEqualTo(keys.encode());
  }

  @Test
  void keys_are_as_exact_as_their_bytes() {
    TicketKeySet keys =
        TicketKeySet.first(RANDOM, NOW.plusNanos(123_456_789), PERIOD.plusNanos(987_654_321));

    assertThat(TicketKeySet.decode(keys.encode())).isEqualTo(keys);
    assertThat(keys.made()).isEqualTo(NOW.plusMillis(123));
    assertThat(keys.period()).isEqualTo(PERIOD.plusMillis(987));
  }

  @Test
  void a_key_that_was_in_use_for_too_long_is_not_accepted_for_another_period() {
    TicketKeySet late =
        FIRST.rotated(
            new SecureRandom(), FIRST.made().plus(FIRST.period().multipliedBy(2)), PERIOD);
    assertThat(late.previous()).isNull();
    assertThat(late.present()).isNotIn(FIRST.present(), FIRST.next());
    assertThat(late.next()).isNotIn(FIRST.present(), FIRST.next(), late.present());
    assertThat(TicketKeySet.decode(late.encode())).isEqualTo(late);
  }

  @Test
  void keys_of_a_clock_that_was_a_week_ahead_are_replaced() {
    Instant before = FIRST.made().minus(Duration.ofDays(7));
    assertThat(FIRST.isDue(before)).isFalse();
    assertThat(FIRST.isDue(before.minusMillis(1))).isTrue();
  }

  @Test
  void at_a_rotation_the_next_key_becomes_the_present_one_and_the_present_one_the_previous() {
    assertThat(FIRST.version()).isEqualTo(1);
    assertThat(FIRST.previous()).isNull();
    assertThat(FIRST.next()).isNotEqualTo(FIRST.present());

    assertThat(SECOND.version()).isEqualTo(2);
    assertThat(SECOND.made()).isEqualTo(NOW.plus(PERIOD));
    assertThat(SECOND.previous()).isSameAs(FIRST.present());
    assertThat(SECOND.present()).isSameAs(FIRST.next());
    assertThat(SECOND.next()).isNotIn(FIRST.present(), FIRST.next());
  }

  @Test
  void a_key_of_any_age_in_the_set_is_found_by_its_name() {
    for (TicketSecret secret : List.of(FIRST.present(), FIRST.next(), SECOND.next())) {
      assertThat(SECOND.named(secret.name(), SECOND.made())).isSameAs(secret);
    }
    assertThat(FIRST.named(SECOND.next().name(), NOW)).isNull();
    TicketKeySet third = SECOND.rotated(RANDOM, SECOND.made().plus(PERIOD), PERIOD);
    assertThat(third.named(FIRST.present().name(), third.made())).isNull();
  }

  @Test
  void the_present_key_seals_until_nothing_was_heard_for_two_periods() {
    Instant end = NOW.plus(PERIOD.multipliedBy(2));

    assertThat(FIRST.current(NOW)).isSameAs(FIRST.present());
    assertThat(FIRST.current(end.minusMillis(1))).isSameAs(FIRST.present());
    assertThat(FIRST.current(end)).isNull();
    byte[] name = FIRST.present().name();
    assertThat(FIRST.named(name, end.minusMillis(1))).isSameAs(FIRST.present());
    assertThat(FIRST.named(name, end)).isNull();
  }

  @Test
  void a_node_whose_clock_is_behind_uses_the_keys_of_the_others() {
    Instant before = NOW.minus(Duration.ofDays(1));

    assertThat(FIRST.current(before)).isSameAs(FIRST.present());
    assertThat(FIRST.isDue(before)).isFalse();
  }

  @Test
  void a_rotation_is_due_after_a_period() {
    assertThat(FIRST.isDue(NOW)).isFalse();
    assertThat(FIRST.isDue(NOW.plus(PERIOD).minusMillis(1))).isFalse();
    assertThat(FIRST.isDue(NOW.plus(PERIOD))).isTrue();
  }

  @Test
  void who_knows_one_set_opens_what_is_sealed_by_the_one_before_and_the_one_after() {
    TicketKeySet third = SECOND.rotated(RANDOM, SECOND.made().plus(PERIOD), PERIOD);
    for (TicketKeySet sealing : List.of(FIRST, SECOND, third)) {
      byte[] name = sealing.current(sealing.made()).name();
      assertThat(SECOND.named(name, SECOND.made())).isNotNull();
    }
  }

  @Test
  void its_text_reveals_no_key() {
    for (TicketSecret secret : List.of(SECOND.previous(), SECOND.present(), SECOND.next())) {
      assertThat(SECOND.toString())
          .contains(HexFormat.of().formatHex(secret.name()))
          .doesNotContain(HexFormat.of().formatHex(secret.key()), Arrays.toString(secret.key()));
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void keys_cut_short_or_with_more_behind_them_are_refused(TicketKeySet keys) {
    byte[] encoded = keys.encode();
    IntStream.range(0, encoded.length)
        .forEach(length -> assertRefused(Arrays.copyOf(encoded, length)));
    assertRefused(Arrays.copyOf(encoded, encoded.length + 1));
    assertRefused(Arrays.copyOf(encoded, encoded.length + 48));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void keys_with_another_format_or_another_number_of_keys_are_refused(TicketKeySet keys) {
    for (int at : new int[] {0, COUNT_AT}) {
      for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
        byte[] changed = keys.encode();
        if (changed[at] != value) {
          changed[at] = (byte) value;
          assertRefused(changed);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void a_version_before_the_first_is_refused(long version) {
    assertRefused(ByteBuffer.wrap(FIRST.encode()).putLong(1, version).array());
    assertThatThrownBy(
            () -> new TicketKeySet(version, NOW, PERIOD, null, FIRST.present(), FIRST.next()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 999, -1, Long.MIN_VALUE})
  void a_period_of_less_than_a_second_is_refused(long millis) {
    Duration period = Duration.ofMillis(millis);

    assertRefused(ByteBuffer.wrap(FIRST.encode()).putLong(17, millis).array());
    assertThatThrownBy(() -> TicketKeySet.first(RANDOM, NOW, period))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FIRST.rotated(RANDOM, NOW, period))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytes_with_one_that_was_changed_are_other_keys_or_refused() {
    for (TicketKeySet keys : sets()) {
      byte[] encoded = keys.encode();
      for (int at = 0; at < encoded.length; at++) {
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          byte[] changed = encoded.clone();
          changed[at] ^= (byte) (1 << bit);
          assertUsableOrRefused(changed);
        }
      }
    }
  }

  @Property(tries = 1000, seed = "1")
  void any_bytes_are_keys_or_refused(@ForAll @Size(max = 200) byte[] bytes) {
    assertUsableOrRefused(bytes);
  }

  @Property(tries = 500, seed = "2")
  void any_times_are_used_or_refused(@ForAll long version, @ForAll long made, @ForAll long period) {
    assertUsableOrRefused(
        ByteBuffer.wrap(SECOND.encode())
            .putLong(1, version)
            .putLong(9, made)
            .putLong(17, period)
            .array());
  }

  private static void assertUsableOrRefused(byte[] bytes) {
    Throwable thrown = catchThrowable(() -> TicketKeySet.decode(bytes));
    if (thrown == null) {
      TicketKeySet keys = TicketKeySet.decode(bytes);
      assertThat(keys.encode()).isEqualTo(bytes);
      assertThat(keys.current(keys.made())).isSameAs(keys.present());
      assertThat(keys.isDue(keys.made())).isFalse();
    } else {
      assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void assertRefused(byte[] bytes) {
    assertThatThrownBy(() -> TicketKeySet.decode(bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keys_are_shared_for_a_period_of_at_least_a_second() {
    Wrapping none =
        new Wrapping() {
          @Override
          public byte[] wrap(byte[] plain) {
            return plain.clone();
          }

          @Override
          public byte[] unwrap(byte[] wrapped) {
            return wrapped.clone();
          }
        };

    assertThat(new TicketSharing(none, Duration.ofSeconds(1)).period()).hasSeconds(1);
    assertThatThrownBy(() -> new TicketSharing(none, Duration.ofMillis(999)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
