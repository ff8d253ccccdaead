package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedTrialTest {
  private final SpeedTrial trial = new SpeedTrial();

  @Test
  void a_peer_five_times_as_slow_as_others_is_slow_and_it_says_how_slow() throws Exception {
    assertThat(trial.slowness(after(100), Collections.nCopies(3, after(10))))
        .isEqualTo("slow: answers after 100 ms, others after 10");
  }

  @ParameterizedTest
  @CsvSource({"50,10", "20,1", "1,1", "400,400", "400,90"})
  void a_peer_that_is_little_slower_or_fast_enough_is_not_slow(long own, long theirs)
      throws Exception {
    assertThat(trial.slowness(after(own), Collections.nCopies(3, after(theirs)))).isNull();
  }

  @Test
  void another_slow_one_among_three_does_not_hide_it() throws Exception {
    List<LongSupplier> others = List.of(after(10), after(500), after(10));
    assertThat(trial.slowness(after(100), others)).isNotNull();
  }

  @Test
  void with_fewer_than_two_others_there_is_no_telling() throws Exception {
    assertThat(trial.slowness(after(1000), List.of())).isNull();
    assertThat(trial.slowness(after(1000), List.of(after(1)))).isNull();
  }

  @Test
  void no_more_than_three_others_are_asked() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    LongSupplier other =
        () -> {
          questions.incrementAndGet();
          return 1;
        };
    String _ = trial.slowness(after(1), Collections.nCopies(10, other));
    assertThat(questions).hasValue(3 * 6);
  }

  @Test
  void the_first_question_to_each_does_not_count() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    LongSupplier suspect =
        () -> TimeUnit.MILLISECONDS.toNanos(asked.getAndIncrement() == 0 ? 100_000 : 10);
    assertThat(trial.slowness(suspect, Collections.nCopies(3, after(1)))).isNull();
  }

  /// Whoever answers after so many milliseconds.
  private static LongSupplier after(long millis) {
    return () -> TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
