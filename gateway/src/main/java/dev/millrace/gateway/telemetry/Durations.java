package dev.millrace.gateway.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Counts durations in buckets from 100 µs to a minute, for answers from memory as for those of a
/// slow origin.
///
/// Recording adds to two counters that do not make threads wait for each other, and allocates
/// nothing. A reader sees each counter at some instant, not all at the same one.
///
/// Safe for use by any number of threads.
final class Durations {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  /// In seconds; what is longer than the last is in a bucket of its own.
  private static final double[] BOUNDS = {
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    30,
    60,
    Double.POSITIVE_INFINITY
  };

  private static final long[] NANO_BOUNDS =
      Arrays.stream(BOUNDS).mapToLong(bound -> Math.round(bound * NANOS)).toArray();

  private final LongAdder[] counts =
      Stream.generate(LongAdder::new).limit(BOUNDS.length).toArray(LongAdder[]::new);

  private final LongAdder sum = new LongAdder();

  void record(long nanos) {
    int bucket = 0;
    while (nanos > NANO_BOUNDS[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    sum.add(nanos);
  }

  /// How many were counted.
  long count() {
    return Arrays.stream(counts).mapToLong(LongAdder::sum).sum();
  }

  /// The sum of all, in seconds.
  double seconds() {
    return sum.sum() / NANOS;
  }

  ClassicHistogramBuckets buckets() {
    return ClassicHistogramBuckets.of(
        BOUNDS, Arrays.stream(counts).mapToLong(LongAdder::sum).toArray());
  }
}
