package dev.millrace.gateway.slice;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/// Tells which slices of other gateways are asked for so often that a copy here pays: those fetched
/// from their owner for the third time within one minute of the clock.
///
/// A copy takes room from slices that are this gateway's own, and each fetch costs the fleet a
/// transfer; so two are borne, and who asks for something a third time will likely ask again. What
/// is counted is fetches, not requests: many who ask at the same time share one.
///
/// Counts lie in a table of fixed size by the hash of the slice, each with the minute that it is
/// of. Two slices in one place add up, which makes a copy too many now and then, and updates that
/// race may lose one. Safe for use by any number of threads.
final class Heat {
  private static final int HOT = 3;
  private static final long WINDOW = Duration.ofMinutes(1).toNanos();
  private static final int PLACES = 1 << 16;
  private static final int COUNT_BITS = 8;
  private static final int MOST = (1 << COUNT_BITS) - 1;

  private final LongSupplier nanoTime;
  private final AtomicLongArray counts = new AtomicLongArray(PLACES);

  Heat(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Counts a fetch of the slice.
  ///
  /// @return whether it is hot with it
  boolean add(SliceKey key) {
    int hash = key.hashCode();
    int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
    long minute = Math.floorDiv(nanoTime.getAsLong(), WINDOW);
    long entry = counts.getPlain(place);
    long count = entry >> COUNT_BITS == minute ? Math.min(MOST, (entry & MOST) + 1) : 1;
    counts.setPlain(place, minute << COUNT_BITS | count);
    return count >= HOT;
  }
}
