package dev.millrace.store.memory;

import dev.millrace.store.index.HashIndex;
import dev.millrace.store.index.PageSource;
import dev.millrace.store.libc.AnonymousMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// All memory of a tier: one mapping, whose length is the tier's bound.
///
/// ```
/// | counts of readers | first pages of the index | segment 1 | segment 2 | …
/// ```
///
/// The mapping belongs to an arena that the collector ends, once nothing refers to it any more: no
/// access can ever meet memory that is gone, and none has to ask whether it is. What a closed tier
/// held is given back to the system at once all the same, by [#discard]; only addresses wait for
/// the collector.
final class Slab {
  /// The unit in which the system maps memory.
  static final int PAGE_OF_SYSTEM = 4096;

  private final MemorySegment memory;
  private final Pins pins;
  private final AtomicIntegerArray generations;
  private final int segmentSize;
  private final int offsetBits;
  private final long firstPage;
  private final long firstSegment;

  Slab(MemoryConfig config) {
    this.segmentSize = config.segmentSize();
    this.offsetBits = Integer.SIZE - Integer.numberOfLeadingZeros(segmentSize - 1);
    this.firstPage = roundedUp(Pins.bytes(config.segments()));
    this.firstSegment =
        firstPage + (long) HashIndex.firstPages(config.capacity()) * PageSource.PAGE;
    if ((config.segments() + 1L) << offsetBits > 1L << EntryFormat.LOCATION_BITS) {
      throw new IllegalArgumentException("a tier of " + config.capacity() + " bytes is too large");
    }
    this.memory = AnonymousMemory.map(config.capacity(), Arena.ofAuto());
    AnonymousMemory.preferHugePages(memory);
    this.pins = new Pins(memory, 0, config.segments());
    this.generations = new AtomicIntegerArray(config.segments() + 1);
  }

  MemorySegment memory() {
    return memory;
  }

  Pins pins() {
    return pins;
  }

  /// The address of the pages that the index begins with.
  long firstPage() {
    return firstPage;
  }

  /// The address of a segment's first byte.
  long address(int segment) {
    return firstSegment + (segment - 1L) * segmentSize;
  }

  /// The bytes before the first segment.
  long overhead() {
    return firstSegment;
  }

  // A location is a segment and an offset in it, in one number, which is never 0.

  long location(int segment, int offset) {
    return (long) segment << offsetBits | offset;
  }

  int segmentOf(long location) {
    return (int) (location >>> offsetBits);
  }

  long addressOf(long location) {
    return address(segmentOf(location)) + (location & (1L << offsetBits) - 1);
  }

  /// A number that a segment has for as long as what the index led to stays as it is.
  int generation(int segment) {
    return generations.getAcquire(segment);
  }

  /// Begins another generation of a segment that the index leads to no more.
  void renew(int segment) {
    generations.incrementAndGet(segment);
  }

  /// Gives the memory of the index back to the system.
  void discardIndex() {
    discard(firstPage, firstSegment);
  }

  /// Gives a segment's memory back to the system.
  void discard(int segment) {
    discard(address(segment), address(segment) + segmentSize);
  }

  private void discard(long from, long to) {
    long start = roundedUp(from);
    long end = to & -PAGE_OF_SYSTEM;
    if (start < end) {
      AnonymousMemory.discard(memory.asSlice(start, end - start));
    }
  }

  private static long roundedUp(long bytes) {
    return bytes + PAGE_OF_SYSTEM - 1 & -PAGE_OF_SYSTEM;
  }
}
