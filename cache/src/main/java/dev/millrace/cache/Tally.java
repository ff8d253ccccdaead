package dev.millrace.cache;

import java.util.concurrent.atomic.AtomicLongArray;

/// Counts events by kind, exactly, without a cache line that all threads write.
///
/// Threads are spread over stripes of 128 bytes by their ids, and each adds to the stripe of its
/// own: half the cost of a [java.util.concurrent.atomic.LongAdder] per kind on the path of a
/// lookup.
final class Tally {
  enum Event {
    HIT(0),
    MISS(1),
    EVICTION_BY_SIZE(2),
    EVICTION_BY_AGE(3);

    private final int offset;

    Event(int offset) {
      this.offset = offset;
    }
  }

  private static final int STRIPE = 16;
  private static final int STRIPES =
      Integer.highestOneBit(8 * Runtime.getRuntime().availableProcessors());

  /// The first stripe only keeps the array's length, which all read, away from the others.
  private final AtomicLongArray counts = new AtomicLongArray((STRIPES + 1) * STRIPE);

  void count(Event event) {
    int stripe = ((int) Thread.currentThread().threadId() & (STRIPES - 1)) + 1;
    counts.getAndIncrement(stripe * STRIPE + event.offset);
  }

  long sum(Event event) {
    long sum = 0;
    for (int stripe = 1; stripe <= STRIPES; stripe++) {
      sum += counts.get(stripe * STRIPE + event.offset);
    }
    return sum;
  }
}
