package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void the_first_answer_is_not_odd_however_late_it_is() {
    assertThat(isOdd(10_000)).isFalse();
  }

  @Test
  void an_answer_three_times_as_late_as_the_mean_is_odd() {
    answers(100, 10);
    assertThat(isOdd(29)).isFalse();
    assertThat(isOdd(40)).isTrue();
  }

  @Test
  void an_answer_within_20_ms_is_not_odd_however_fast_the_others_are() {
    answers(100, 1);
    assertThat(isOdd(20)).isFalse();
    assertThat(isOdd(21)).isTrue();
  }

  @Test
  void where_all_answers_are_late_none_is_odd() {
    answers(1, 10);
    answers(200, 100);
    assertThat(isOdd(200)).isFalse();
  }

  @Test
  void what_was_long_ago_is_forgotten() {
    answers(100, 1000);
    answers(500, 10);
    assertThat(isOdd(40)).isTrue();
  }

  private void answers(int count, long millis) {
    for (int i = 0; i < count; i++) {
      boolean _ = isOdd(millis);
    }
  }

  private boolean isOdd(long millis) {
    return pace.add(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
