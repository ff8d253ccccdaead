package dev.millrace.bench.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What values are known by: the number of their key, as 8 bytes at their beginning, in their
/// middle and at their end. Whoever reads a value reads these, wherever it lies, so that all pay
/// for the same bytes.
public final class Stamp {
  /// What [#of(long, long, long)] gives where there is no value.
  public static final long MISS = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private Stamp() {}

  /// The offset of the word in the middle.
  ///
  /// @param length that of the value, at least 8
  public static int middle(int length) {
    return length / 2 & -Long.BYTES;
  }

  /// The offset of the word at the end.
  public static int end(int length) {
    return length - Long.BYTES;
  }

  /// Stamps a value.
  public static void write(byte[] value, int number) {
    LONGS.set(value, 0, (long) number);
    LONGS.set(value, middle(value.length), (long) number);
    LONGS.set(value, end(value.length), (long) number);
  }

  /// The number in a value.
  public static long read(byte[] value) {
    return of(
        (long) LONGS.get(value, 0),
        (long) LONGS.get(value, middle(value.length)),
        (long) LONGS.get(value, end(value.length)));
  }

  /// The number in a value that begins where the buffer does, and ends where it does.
  ///
  /// @param value in the byte order of the machine
  public static long read(ByteBuffer value) {
    int length = value.limit();
    return of(value.getLong(0), value.getLong(middle(length)), value.getLong(end(length)));
  }

  /// The number that three words agree on; one that no key has, if they do not.
  public static long of(long first, long middle, long last) {
    return first == middle && middle == last ? first : Long.MIN_VALUE;
  }
}
