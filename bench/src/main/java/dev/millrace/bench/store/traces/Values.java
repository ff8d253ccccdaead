package dev.millrace.bench.store.traces;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The values of keys, each of which begins with its key.
///
/// @param length the bytes of a value, at least 8
record Values(int length) {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /// The value of a key, made anew, as if it had come from elsewhere.
  byte[] of(int key) {
    byte[] value = new byte[length];
    LONGS.set(value, 0, (long) key);
    return value;
  }

  /// The key whose value this is.
  static long key(byte[] value) {
    return (long) LONGS.get(value, 0);
  }

  /// @throws IllegalStateException if the value that was found for a key is another's
  static void check(int key, long found) {
    if (found != key) {
      throw new IllegalStateException("for key %d, the value of %d".formatted(key, found));
    }
  }
}
