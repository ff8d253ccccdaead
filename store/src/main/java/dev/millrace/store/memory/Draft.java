package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/// A value that is being written in place. Nobody finds it until [#store]; what is not written of
/// it is what was there before.
///
/// A draft that is closed and was not stored is lost, and its room with it until its segment is
/// freed.
public final class Draft extends View implements Reservation {
  private final MemoryTier tier;
  private final long hash;
  private final long location;

  Draft(MemoryTier tier, MemorySegment memory, long start, long size, long hash, long location) {
    super(memory, start, size);
    this.tier = tier;
    this.hash = hash;
    this.location = location;
  }

  public void setByte(long offset, byte value) {
    ADDRESSES.set(JAVA_BYTE, at(offset, Byte.BYTES), value);
    keepMemory();
  }

  public void setInt(long offset, int value) {
    ADDRESSES.set(JAVA_INT_UNALIGNED, at(offset, Integer.BYTES), value);
    keepMemory();
  }

  public void setLong(long offset, long value) {
    ADDRESSES.set(JAVA_LONG_UNALIGNED, at(offset, Long.BYTES), value);
    keepMemory();
  }

  /// Copies `length` bytes of `source`, from `from` on, to `offset`.
  public void copyFrom(byte[] source, int from, long offset, int length) {
    MemorySegment.copy(source, from, ADDRESSES, JAVA_BYTE, at(offset, length), length);
    keepMemory();
  }

  /// Copies `length` bytes of `source`, from `from` on, to `offset`.
  public void copyFrom(MemorySegment source, long from, long offset, long length) {
    MemorySegment.copy(source, from, ADDRESSES, at(offset, length), length);
    keepMemory();
  }

  /// Copies all of a value to the beginning.
  void copyFrom(View source) {
    source.copyTo(0, ADDRESSES, at(0, source.size()), source.size());
    keepMemory();
  }

  /// Stores the entry, in place of one that has the same key, and ends the draft.
  ///
  /// @return [Put#STORED], or why not
  /// @throws IllegalStateException if the draft has ended
  public Put store() {
    if (!end()) {
      throw new IllegalStateException("the draft has ended");
    }
    return tier.store(hash, location);
  }

  /// Stores the entry and ends the draft, if none has the same key and `isCurrent` says yes.
  ///
  /// @return whether it was stored
  boolean storeAsNew(BooleanSupplier isCurrent) {
    return end() && tier.storeAsNew(hash, location, isCurrent);
  }

  @Override
  public void close() {
    if (end()) {
      tier.giveUp(location);
    }
  }
}
