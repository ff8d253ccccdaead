package dev.millrace.s3.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SigningClockTest {
  private static final Instant LOCAL = Instant.parse("2026-11-22T12:00:00.5Z");

  private Instant local = LOCAL;
  private final SigningClock clock = new SigningClock(() -> local);

  @Test
  void differences_that_do_no_harm_are_left_alone() {
    assertThat(clock.correct(LOCAL, LOCAL.plus(SigningClock.TOLERANCE))).isFalse();
    assertThat(clock.correct(LOCAL, LOCAL.minus(SigningClock.TOLERANCE))).isFalse();
    assertThat(clock.instant()).isEqualTo(LOCAL);
  }

  @Test
  void the_clock_goes_on_from_the_time_of_the_service() {
    for (String server : new String[] {"2026-11-22T13:00:00Z", "2026-11-22T10:00:00Z"}) {
      Instant serverNow = Instant.parse(server);
      local = LOCAL;
      assertThat(clock.correct(clock.instant(), serverNow)).isTrue();

      local = LOCAL.plusSeconds(7);
      assertThat(clock.instant()).isEqualTo(serverNow.plusSeconds(7));
      assertThat(clock.correct(clock.instant(), serverNow.plusSeconds(7))).isFalse();
    }
  }

  @Test
  void a_machine_that_is_put_right_is_believed_again() {
    clock.correct(LOCAL, LOCAL.plus(Duration.ofHours(1)));

    local = LOCAL.plus(Duration.ofHours(1));
    Instant wrong = clock.instant();
    assertThat(clock.correct(wrong, local)).isTrue();
    assertThat(clock.instant()).isEqualTo(local);
  }

  @Test
  void a_request_that_was_signed_before_another_one_corrected_the_clock_is_worth_another_attempt() {
    Instant serverNow = LOCAL.plus(Duration.ofHours(1));
    assertThat(clock.correct(LOCAL, serverNow)).isTrue();

    assertThat(clock.correct(LOCAL, serverNow)).isTrue();
    assertThat(clock.correct(clock.instant(), serverNow)).isFalse();
  }
}
