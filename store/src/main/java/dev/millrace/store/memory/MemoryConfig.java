package dev.millrace.store.memory;

import dev.millrace.store.index.HashIndex;
import dev.millrace.store.index.PageSource;
import java.util.function.LongSupplier;

/// How large a memory tier is, and how its memory is cut.
///
/// @param capacity the bytes that the tier takes up at most, all that belongs to it off the heap
///   included
/// @param segmentSize the bytes of each segment. Key and value must fit into one; whatever does not
///   fit into what is left of one begins the next, so a segment should have room for several values
///   of the usual size. A tier has some hundreds of segments at best, and at least 8. Rounded up to
///   a multiple of 64
/// @param clock the time in nanoseconds, from any origin and never going back
public record MemoryConfig(long capacity, int segmentSize, LongSupplier clock) {
  private static final int SMALLEST_SEGMENT = PageSource.PAGE;
  private static final int LARGEST_SEGMENT = 1 << 30;
  private static final int USUAL_SEGMENT = 1 << 20;
  private static final int FEWEST_SEGMENTS = 8;

  /// Pages of the index lie in segments, and their lines are lines of the processor's cache.
  private static final int ALIGNMENT = 64;

  /// @throws IllegalArgumentException if there would be fewer than 8 segments, or a segment is
  ///   smaller than 64 KiB or larger than 1 GiB
  public MemoryConfig {
    if (segmentSize < SMALLEST_SEGMENT || segmentSize > LARGEST_SEGMENT) {
      throw new IllegalArgumentException("segments of " + segmentSize + " bytes: 64 KiB to 1 GiB");
    }
    segmentSize = aligned(segmentSize);
    if (segments(capacity, segmentSize) < FEWEST_SEGMENTS) {
      throw new IllegalArgumentException(
          capacity + " bytes are fewer than " + FEWEST_SEGMENTS + " segments of " + segmentSize);
    }
  }

  /// A tier of that many bytes, for values of up to some tens of kilobytes: segments of 1 MiB, or
  /// smaller ones where the tier is smaller than 256 MiB.
  public static MemoryConfig of(long capacity) {
    long size = Math.min(USUAL_SEGMENT, Long.highestOneBit(Math.max(1, capacity / 256)));
    return new MemoryConfig(capacity, (int) Math.max(SMALLEST_SEGMENT, size), System::nanoTime);
  }

  /// The same with segments of another size.
  public MemoryConfig segmentSize(int bytes) {
    return new MemoryConfig(capacity, bytes, clock);
  }

  /// The same with another clock.
  public MemoryConfig clock(LongSupplier nanoseconds) {
    return new MemoryConfig(capacity, segmentSize, nanoseconds);
  }

  /// The smallest capacity of a tier with segments of that size.
  public static long leastCapacity(int segmentSize) {
    int aligned = aligned(segmentSize);
    long capacity = (long) FEWEST_SEGMENTS * (aligned + Pins.BYTES_PER_SEGMENT);
    while (segments(capacity, aligned) < FEWEST_SEGMENTS) {
      capacity += PageSource.PAGE;
    }
    return capacity;
  }

  int segments() {
    return segments(capacity, segmentSize);
  }

  private static int segments(long capacity, int segmentSize) {
    long index = (long) HashIndex.firstPages(capacity) * PageSource.PAGE;
    long rounding = Pins.bytes(1) + Slab.PAGE_OF_SYSTEM;
    return (int)
        Math.min(
            Integer.MAX_VALUE - 1,
            (capacity - index - rounding) / (segmentSize + Pins.BYTES_PER_SEGMENT));
  }

  private static int aligned(int segmentSize) {
    return (segmentSize + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
