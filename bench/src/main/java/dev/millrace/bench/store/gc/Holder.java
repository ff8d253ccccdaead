package dev.millrace.bench.store.gc;

import org.jspecify.annotations.Nullable;

/// What keeps the entries. Safe for use by several threads.
interface Holder {
  /// The value of a key in an array of its own, as a response has it; null if there is none.
  byte @Nullable [] answer(int key);

  /// Replaces the value of a key by a copy of the array.
  void put(int key, byte[] value);
}
