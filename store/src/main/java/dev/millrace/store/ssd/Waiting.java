package dev.millrace.store.ssd;

import dev.millrace.store.ssd.EntryIndex.OnItsWay;
import java.lang.foreign.MemorySegment;

/// An entry that waits to be sealed. Another of the same key is not the same.
final class Waiting implements OnItsWay, EntrySealer.Task {
  private final long hash;
  private final long expiry;
  private final CopyRing.Piece copy;
  private final int keyLength;

  /// @param copy of the key and, after it, the value
  /// @param expiry in milliseconds since 1970, or [EntryRecord#NEVER]
  Waiting(long hash, long expiry, CopyRing.Piece copy, int keyLength) {
    this.hash = hash;
    this.expiry = expiry;
    this.copy = copy;
    this.keyLength = keyLength;
  }

  @Override
  public long hash() {
    return hash;
  }

  long expiry() {
    return expiry;
  }

  CopyRing.Piece copy() {
    return copy;
  }

  MemorySegment key() {
    return copy.memory().asSlice(0, keyLength);
  }

  MemorySegment value() {
    return copy.memory().asSlice(keyLength);
  }
}
