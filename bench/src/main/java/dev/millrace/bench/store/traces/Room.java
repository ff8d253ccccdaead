package dev.millrace.bench.store.traces;

/// What a cache may hold: so many entries of a key of 8 bytes and a value of one length.
///
/// Caffeine is bounded by weight, and an entry weighs its key and its value: what its own objects
/// take up beside is not counted. Ours is bounded by all it takes up off the heap: it has the same
/// bytes and [#OVERHEAD] for each entry, into which its index, the headers of entries, what it
/// keeps back to move entries to, and what is not yet written of open segments must go: where
/// segments are few, or large values leave some of each unused, it holds some hundredths less.
/// Simulated policies count entries.
///
/// @param entries how many entries, at least 1
/// @param valueLength the bytes of a value, at least 8
record Room(int entries, int valueLength) {
  static final int KEY_LENGTH = Long.BYTES;

  /// The bytes that ours may take up beside key and value, for each entry.
  static final int OVERHEAD = 20;

  private static final int SHORTEST_VALUE = 500;
  private static final int LONGEST_VALUE = 8_000;

  /// So large that segments of the least size are some hundreds.
  private static final int USUAL_BYTES = 16 << 20;

  /// Room for so many entries, with values from 500 to 8,000 bytes: the shortest with which the
  /// whole has 16 MiB, as ours cuts its memory into segments of 64 KiB at least, and evicts one at
  /// a time.
  static Room of(int entries) {
    return new Room(entries, Math.clamp(USUAL_BYTES / entries, SHORTEST_VALUE, LONGEST_VALUE));
  }

  /// The bytes of all keys and values.
  long bytes() {
    return (long) entries * (KEY_LENGTH + valueLength);
  }

  /// The bytes that ours may take up.
  long bytesWithOverhead() {
    return bytes() + (long) entries * OVERHEAD;
  }
}
