package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.ObjectName;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeatTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong now = new AtomicLong();
  private final Heat heat = new Heat(now::get);

  /// The clock of [System#nanoTime] may begin anywhere.
  @ParameterizedTest
  @ValueSource(longs = {-1000, -1, 0, 1, 1000})
  void the_third_fetch_within_a_minute_is_hot_and_all_after_it(long minute) {
    now.set(minute * MINUTE);
    assertThat(heat.add(slice(0))).isFalse();
    assertThat(heat.add(slice(0))).isFalse();
    now.addAndGet(MINUTE - 1);
    for (int i = 0; i < 1000; i++) {
      assertThat(heat.add(slice(0))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1000, -1, 0, 1, 1000})
  void each_minute_of_the_clock_begins_anew(long minute) {
    now.set(minute * MINUTE - 1);
    assertThat(heat.add(slice(0))).isFalse();
    assertThat(heat.add(slice(0))).isFalse();
    now.incrementAndGet();
    assertThat(heat.add(slice(0))).isFalse();
    assertThat(heat.add(slice(0))).isFalse();
    assertThat(heat.add(slice(0))).isTrue();
    now.addAndGet(MINUTE);
    assertThat(heat.add(slice(0))).isFalse();
  }

  @Test
  void slices_hardly_ever_share_a_place() {
    for (int round = 0; round < 2; round++) {
      IntStream.range(0, 1000).forEach(index -> heat.add(slice(index)));
    }
    // Of 1,000 in 65,536 places about 15 share one with another, by then fetched twice as well.
    assertThat(IntStream.range(1000, 2000).filter(index -> heat.add(slice(index))).count())
        .isLessThan(50);
    assertThat(IntStream.range(0, 1000).allMatch(index -> heat.add(slice(index)))).isTrue();
  }

  private static SliceKey slice(int index) {
    return new SliceKey(new ObjectName("mill", "k"), "\"1\"", index, 0);
  }
}
