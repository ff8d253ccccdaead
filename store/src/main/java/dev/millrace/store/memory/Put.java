package dev.millrace.store.memory;

/// What became of an entry that was to be stored.
public enum Put {
  /// It is there, for as long as it is not evicted.
  STORED,

  /// Its key is longer than [MemoryTier#LONGEST_KEY], or empty.
  KEY_LENGTH,

  /// Key and value do not fit into a segment: see [MemoryTier#longestValue].
  TOO_LARGE,

  /// No segment can be freed: others are being written or read everywhere.
  NO_ROOM,

  /// The tier is closed.
  CLOSED;

  public boolean stored() {
    return this == STORED;
  }
}
