package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Key;

/// What a cache has to hold.
///
/// @param entries how many of them, none of which may be evicted
/// @param value the length of each value in bytes
public record Shape(int entries, int value) {
  /// What a cache may need for an entry beside its key and its value, with room to spare: none of
  /// the peers needs as much.
  private static final int OVERHEAD = 128;

  /// The bytes of all keys and values.
  public long content() {
    return (long) entries * (Key.LENGTH + value);
  }

  /// What a cache bounded in bytes is given. A quarter is to spare for what was replaced, and is
  /// not yet free.
  public long capacity() {
    long needed = content() + (long) entries * OVERHEAD;
    return needed + needed / 4;
  }
}
