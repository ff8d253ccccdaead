package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DurationsTest {
  private final Durations durations = new Durations();

  private double bucketOf(Duration duration) {
    long before = durations.count();
    ClassicHistogramBuckets old = durations.buckets();
    durations.record(duration.toNanos());
    assertThat(durations.count()).isEqualTo(before + 1);
    ClassicHistogramBuckets now = durations.buckets();
    for (int i = 0; i < now.size(); i++) {
      if (now.getCount(i) != old.getCount(i)) {
        return now.getUpperBound(i);
      }
    }
    throw new AssertionError("counted in no bucket");
  }

  @Test
  void a_duration_is_counted_in_the_first_bucket_that_it_is_not_longer_than() {
    assertThat(bucketOf(Duration.ZERO)).isEqualTo(0.0001);
    assertThat(bucketOf(Duration.ofNanos(100_000))).isEqualTo(0.0001);
    assertThat(bucketOf(Duration.ofNanos(100_001))).isEqualTo(0.00025);
    assertThat(bucketOf(Duration.ofSeconds(1))).isEqualTo(1.0);
    assertThat(bucketOf(Duration.ofMinutes(1))).isEqualTo(60.0);
    assertThat(bucketOf(Duration.ofMinutes(1).plusNanos(1))).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(bucketOf(Duration.ofDays(1))).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void bounds_grow() {
    List<Double> bounds =
        durations.buckets().stream().map(ClassicHistogramBucket::getUpperBound).toList();
    assertThat(bounds).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void many_threads_lose_none() {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(() -> {
          for (int j = 1; j <= 10_000; j++) {
            durations.record(j * 1_000L);
          }
        });
      }
    }
    assertThat(durations.count()).isEqualTo(40_000);
    assertThat(durations.seconds()).isEqualTo(4 * 50.005);
  }
}
