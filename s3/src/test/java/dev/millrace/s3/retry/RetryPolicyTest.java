package dev.millrace.s3.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {
  /// Draws the largest number that it may.
  private static RandomGenerator largest() {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        return -1;
      }

      @Override
      public long nextLong(long bound) {
        return bound - 1;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "2, 200", "3, 400", "6, 3200", "7, 5000", "40, 5000", "1000000, 5000"})
  void the_bound_of_the_pauses_doubles_up_to_the_longest(int failures, long millis) {
    assertThat(RetryPolicy.standard().pause(failures, largest()))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @Property
  void a_pause_is_anything_up_to_the_longest(
      @ForAll @IntRange(min = 1, max = 200) int failures,
      @ForAll @LongRange(min = 0, max = 1L << 40) long first,
      @ForAll @LongRange(min = 0, max = 1L << 40) long more,
      @ForAll long seed) {
    Duration longest = Duration.ofNanos(first + more);
    RetryPolicy policy = new RetryPolicy(2, Duration.ofNanos(first), longest);
    assertThat(policy.pause(failures, new Random(seed))).isBetween(Duration.ZERO, longest);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 2", "-1, 1, 2", "1, -1, 2", "1, 2, 1"})
  void what_makes_no_sense_is_no_policy(int attempts, long first, long longest) {
    assertThatThrownBy(
            () -> new RetryPolicy(attempts, Duration.ofMillis(first), Duration.ofMillis(longest)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
