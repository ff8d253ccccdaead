package dev.millrace.bench.s3.probe;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// How long each of one thread's downloads took.
final class Timings {
  private static final int INITIAL_CAPACITY = 1 << 12;
  private static final double NANOS_PER_MICRO = 1e3;

  private long[] nanos = new long[INITIAL_CAPACITY];
  private int count;

  void add(long duration) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = duration;
  }

  /// Sums up those of all threads, at least one duration.
  static Batch batch(List<Timings> threads) {
    long[] all = threads.stream().flatMapToLong(Timings::stream).sorted().toArray();
    int middle = all.length / 2;
    double median =
        all.length % 2 == 1 ? all[middle] : (all[middle - 1] + (double) all[middle]) / 2;
    return new Batch(all.length, median / NANOS_PER_MICRO);
  }

  private LongStream stream() {
    return Arrays.stream(nanos, 0, count);
  }
}
