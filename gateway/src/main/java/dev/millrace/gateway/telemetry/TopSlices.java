package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.http.RequestListener;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Which slices are asked for most, and about how often: in the last minutes, of which the latest
/// counts most.
///
/// A fixed number of slices have a counter; one that has none takes over the smallest, and what
/// that had counted is how far it may be wrong. This is Space-Saving: Metwally, Agrawal and El
/// Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data Streams", ICDT 2005. What
/// is counted loses half its weight in a minute.
///
/// Who serves requests is not held up: of many questions a random few are counted, each for all of
/// them, so that there are about a thousand a second however many are asked; one that meets another
/// that is being counted is left out; and counting allocates nothing. While few are asked, all are
/// counted.
///
/// Safe for use by any number of threads.
final class TopSlices implements RequestListener {
  /// Of what makes up more than a 256th of all, nothing is missed.
  private static final int COUNTERS = 256;

  private static final int COUNTED_PER_SECOND = 1_000;
  private static final double KEPT_PER_SECOND = Math.pow(0.5, 1 / 60.0);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private final IntUnaryOperator random;
  private final ReentrantLock lock = new ReentrantLock();

  private final @Nullable ObjectName[] objects = new @Nullable ObjectName[COUNTERS];
  private final long[] indexes = new long[COUNTERS];
  private final double[] counts = new double[COUNTERS];
  private final double[] excesses = new double[COUNTERS];

  /// One question in so many is counted.
  private volatile int every = 1;

  private long second;
  private int counted;

  /// How many seconds the counts stand for, without the one under way: the sum of their weights.
  private double span;

  /// A slice, and how often a second it was asked for at least.
  record Top(ObjectName object, long index, double perSecond) {}

  TopSlices() {
    this(System::nanoTime, bound -> ThreadLocalRandom.current().nextInt(bound));
  }

  /// @param random gives a number from 0 up to but without its argument
  TopSlices(LongSupplier nanoTime, IntUnaryOperator random) {
    this.nanoTime = nanoTime;
    this.random = random;
    this.second = Math.floorDiv(nanoTime.getAsLong(), SECOND);
  }

  @Override
  public void opened(ObjectName object, long index, Found found) {
    int weight = every;
    if ((weight == 1 || random.applyAsInt(weight) == 0) && lock.tryLock()) {
      try {
        age();
        counted++;
        count(object, index, weight);
      } finally {
        lock.unlock();
      }
    }
  }

  /// Those asked for most, the first the most of all.
  List<Top> most(int limit) {
    List<Top> most = new ArrayList<>();
    lock.lock();
    try {
      age();
      // The second under way counts as one.
      double seconds = span + 1;
      for (int i = 0; i < COUNTERS; i++) {
        ObjectName object = objects[i];
        double certain = counts[i] - excesses[i];
        if (object != null && certain > 0) {
          most.add(new Top(object, indexes[i], certain / seconds));
        }
      }
    } finally {
      lock.unlock();
    }
    most.sort(Comparator.comparingDouble(Top::perSecond).reversed());
    return List.copyOf(most.subList(0, Math.min(limit, most.size())));
  }

  private void count(ObjectName object, long index, int weight) {
    int smallest = 0;
    for (int i = 0; i < COUNTERS; i++) {
      if (indexes[i] == index && object.equals(objects[i])) {
        counts[i] += weight;
        return;
      }
      if (counts[i] < counts[smallest]) {
        smallest = i;
      }
    }
    objects[smallest] = object;
    indexes[smallest] = index;
    excesses[smallest] = counts[smallest];
    counts[smallest] += weight;
  }

  /// Does what is due once a second, for all seconds since it was done last.
  private void age() {
    long now = Math.floorDiv(nanoTime.getAsLong(), SECOND);
    long passed = now - second;
    if (passed <= 0) {
      return;
    }
    double kept = Math.pow(KEPT_PER_SECOND, (double) passed);
    for (int i = 0; i < COUNTERS; i++) {
      counts[i] *= kept;
      excesses[i] *= kept;
    }
    span = (span + 1) * kept + (KEPT_PER_SECOND - kept) / (1 - KEPT_PER_SECOND);
    every = Math.clamp((long) every * counted / COUNTED_PER_SECOND / passed, 1, 1 << 20);
    counted = 0;
    second = now;
  }
}
