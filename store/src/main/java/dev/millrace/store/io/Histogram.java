package dev.millrace.store.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/// Counts durations in buckets that grow with them: 32 for each power of two, so that a bucket is
/// no wider than a 32nd of what it holds.
///
/// Recording adds 1 to one bucket and looks at the longest duration; any thread may record and
/// read. A reader sees each count at some instant, not all at the same one. (HdrHistogram, which
/// has the same buckets, is no Java module, and keeps totals that its writers would contend for.)
final class Histogram {
  private static final int SUB_BITS = 5;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;

  /// Durations from 2^37 ns, two minutes, count as that.
  private static final int LONGEST_BITS = 37;

  private static final int BUCKETS = (LONGEST_BITS - SUB_BITS + 1) * SUB_BUCKETS;

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle MAX;

  static {
    try {
      MAX = MethodHandles.lookup().findVarHandle(Histogram.class, "max", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] counts = new long[BUCKETS];
  private volatile long max;

  void record(long nanos) {
    COUNTS.getAndAdd(counts, bucket(nanos), 1L);
    for (long seen = max; nanos > seen; seen = max) {
      if (MAX.compareAndSet(this, seen, nanos)) {
        return;
      }
    }
  }

  /// What several histograms counted.
  static IoStats.Latency sum(List<Histogram> histograms) {
    long[] sums = new long[BUCKETS];
    long count = 0;
    long max = 0;
    for (Histogram each : histograms) {
      for (int i = 0; i < BUCKETS; i++) {
        long counted = (long) COUNTS.getOpaque(each.counts, i);
        sums[i] += counted;
        count += counted;
      }
      max = Math.max(max, each.max);
    }
    return new IoStats.Latency(
        count,
        quantile(sums, count, max, 0.5),
        quantile(sums, count, max, 0.99),
        quantile(sums, count, max, 0.999),
        max);
  }

  private static long quantile(long[] counts, long count, long max, double share) {
    long rank = (long) Math.ceil(share * count);
    long passed = 0;
    for (int i = 0; i < BUCKETS; i++) {
      passed += counts[i];
      if (passed >= rank && passed > 0) {
        return Math.min(highest(i), max);
      }
    }
    return 0;
  }

  /// The first 32 buckets hold one value each; of the rest, 32 hold the values of one length in
  /// bits, told apart by the five bits below the first.
  static int bucket(long nanos) {
    long value = Math.clamp(nanos, 0, (1L << LONGEST_BITS) - 1);
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BITS - 1);
    return (shift << SUB_BITS) + (int) (value >>> shift);
  }

  /// The largest value of a bucket.
  static long highest(int bucket) {
    int shift = Math.max(0, (bucket >>> SUB_BITS) - 1);
    long sub = bucket - ((long) shift << SUB_BITS);
    return ((sub + 1) << shift) - 1;
  }
}
