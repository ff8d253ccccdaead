package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Found;
import dev.millrace.gateway.telemetry.TopSlices.Top;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopSlicesTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final SplittableRandom random = new SplittableRandom(1);
  private final AtomicLong now = new AtomicLong();
  private final TopSlices top = new TopSlices(now::get, random::nextInt);

  private void ask(String key, long index) {
    // What was found does not matter.
    top.opened(new ObjectName("mill", key), index, new Found(null, false));
  }

  private void askOften(String key, int times) {
    IntStream.range(0, times).forEach(_ -> ask(key, 0));
  }

  @Test
  void what_is_asked_for_most_comes_first() {
    askOften("a", 2);
    askOften("b", 5);
    ask("b", 1);
    assertThat(top.most(20))
        .extracting(each -> each.object().key(), Top::index, Top::perSecond)
        .containsExactly(tuple("b", 0L, 5.0), tuple("a", 0L, 2.0), tuple("b", 1L, 1.0));
    assertThat(top.most(1)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 100_000})
  void a_steady_rate_is_told_however_high(int perSecond) {
    for (int second = 0; second < 100; second++) {
      askOften("k", perSecond);
      now.addAndGet(SECOND);
    }
    assertThat(top.most(1).getFirst().perSecond())
        .isCloseTo(perSecond, Percentage.withPercentage(5));
  }

  @Test
  void what_is_asked_for_no_more_is_forgotten_by_halves() {
    askOften("k", 1_000);
    now.addAndGet(60 * SECOND);
    double once = top.most(1).getFirst().perSecond();
    now.addAndGet(600 * SECOND);
    assertThat(top.most(1).getFirst().perSecond()).isLessThan(once / 900);
  }

  @Test
  void of_many_that_are_asked_for_once_none_hides_one_that_is_asked_for_often() {
    for (int i = 0; i < 900; i++) {
      ask("rare", i);
      if (i % 9 == 0) {
        ask("often", 0);
      }
    }
    Top first = top.most(20).getFirst();
    assertThat(first.object().key()).isEqualTo("often");
    assertThat(first.perSecond()).isCloseTo(100, within(4.0));
  }
}
