package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistogramTest {
  private final Histogram histogram = new Histogram();

  @Test
  void every_duration_is_in_a_bucket_that_ends_at_most_a_32nd_above_it() {
    for (long nanos = 0; nanos < 1L << 36; nanos += 1 + nanos / 100) {
      long highest = Histogram.highest(Histogram.bucket(nanos));
      assertThat(highest).isBetween(nanos, nanos + nanos / 32);
      assertThat(Histogram.bucket(highest + 1)).isEqualTo(Histogram.bucket(nanos) + 1);
    }
  }

  @Test
  void quantiles_are_of_all_that_was_recorded() {
    Histogram other = new Histogram();
    for (int i = 1; i <= 1000; i++) {
      (i % 2 == 0 ? histogram : other).record(i * 1000L);
    }
    IoStats.Latency sum = Histogram.sum(List.of(histogram, other));
    assertThat(sum.count()).isEqualTo(1000);
    assertThat(sum.p50()).isBetween(500_000L, 516_000L);
    assertThat(sum.p99()).isBetween(990_000L, 1_000_000L);
    assertThat(sum.p999()).isBetween(999_000L, 1_000_000L);
    assertThat(sum.max()).isEqualTo(1_000_000);
  }

  @Test
  void nothing_recorded_is_nothing_and_extremes_are_kept() {
    assertThat(Histogram.sum(List.of(histogram))).isEqualTo(new IoStats.Latency(0, 0, 0, 0, 0));
    histogram.record(-5);
    histogram.record(Long.MAX_VALUE);
    assertThat(Histogram.sum(List.of(histogram)).count()).isEqualTo(2);
    assertThat(Histogram.sum(List.of(histogram)).max()).isEqualTo(Long.MAX_VALUE);
  }
}
