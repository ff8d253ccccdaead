package dev.millrace.s3.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private static final RetryPolicy POLICY =
      new RetryPolicy(4, Duration.ofMillis(100), Duration.ofSeconds(5));

  private final RetryBudget budget = new RetryBudget();
  private final List<Duration> pauses = new ArrayList<>();
  private final Retries retries =
      new Retries(POLICY, budget, e -> !(e instanceof FileNotFoundException)).pausing(pauses::add);
  private int attempts;

  private String failing(int times, IOException failure) throws IOException {
    return retries.call(() -> {
      if (attempts++ < times) {
        throw failure;
      }
      return "result";
    });
  }

  @Test
  void the_first_success_is_the_result() throws IOException {
    assertThat(failing(3, new IOException("busy"))).isEqualTo("result");
    assertThat(attempts).isEqualTo(4);
    assertThat(pauses).hasSize(3);
  }

  @Test
  void the_last_failure_is_thrown() {
    IOException failure = new IOException("busy");
    assertThatThrownBy(() -> failing(9, failure)).isSameAs(failure);
    assertThat(attempts).isEqualTo(4);
    assertThat(pauses).hasSize(3);
  }

  @Test
  void what_another_attempt_would_meet_again_is_thrown_at_once() {
    IOException failure = new FileNotFoundException("none");
    assertThatThrownBy(() -> failing(9, failure)).isSameAs(failure);
    assertThat(attempts).isEqualTo(1);
    assertThat(pauses).isEmpty();
  }

  @Test
  void under_no_policy_there_is_one_attempt() {
    Retries once = retries.under(RetryPolicy.none());
    assertThatThrownBy(() -> once.pauseAfter(1, new IOException("busy"))).hasMessage("busy");
    assertThatThrownBy(() -> once.pauseAfterBreak(1, 1 << 20, new IOException("cut")))
        .hasMessage("cut");
    assertThat(pauses).isEmpty();
  }

  @Test
  void the_budget_bounds_the_retries_of_all() throws IOException {
    Retries others = retries.under(POLICY.withAttempts(100));
    for (int i = 1; i <= 50; i++) {
      (i % 2 == 0 ? retries : others).pauseAfter(1, new IOException("busy"));
    }
    assertThatThrownBy(() -> retries.pauseAfter(1, new IOException("busy"))).hasMessage("busy");
    for (int i = 0; i < 10; i++) {
      others.earn();
    }
    retries.pauseAfter(1, new IOException("busy"));
    assertThatThrownBy(() -> retries.pauseAfter(1, new IOException("busy"))).hasMessage("busy");
  }

  @Test
  void going_on_after_a_good_part_costs_nothing() throws IOException {
    for (int i = 0; i < 1000; i++) {
      retries.pauseAfterBreak(1, 64 << 10, new IOException("cut"));
    }
    assertThat(budget.spend()).isTrue();
    for (int i = 0; i < 49; i++) {
      retries.pauseAfterBreak(1, (64 << 10) - 1, new IOException("cut"));
    }
    assertThatThrownBy(() -> retries.pauseAfterBreak(1, 0, new IOException("cut")))
        .hasMessage("cut");
  }

  @Test
  void going_on_is_in_vain_too_where_it_would_meet_the_failure_again() {
    assertThatThrownBy(() -> retries.pauseAfterBreak(1, 1 << 20, new FileNotFoundException("none")))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(pauses).isEmpty();
  }

  @Test
  void an_interrupt_ends_the_pause_and_the_attempts() {
    Retries asleep =
        retries.pausing(_ -> {
          throw new InterruptedException();
        });
    assertThatThrownBy(() -> asleep.pauseAfter(1, new IOException("busy")))
        .isInstanceOf(InterruptedIOException.class)
        .hasSuppressedException(new IOException("busy"));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void a_budget_is_never_more_than_full() {
    for (int i = 0; i < 1000; i++) {
      budget.earn();
    }
    int retries = 0;
    while (budget.spend()) {
      retries++;
    }
    assertThat(retries).isEqualTo(50);
  }
}
