package dev.millrace.bench.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A key of 16 bytes that looks like a random one: an object for maps of objects, which they hash
/// and compare at next to no cost, or the same as bytes.
public record Key(long first, long second) {
  /// The bytes of a key.
  public static final int LENGTH = 2 * Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /// The key of a number, made anew at each call: as a key that comes over the network, it is never
  /// the very object that is stored.
  public static Key of(int number) {
    return new Key(mixed(number), mixed(~(long) number));
  }

  /// The same as bytes.
  public static byte[] bytes(int number) {
    byte[] bytes = new byte[LENGTH];
    LONGS.set(bytes, 0, mixed(number));
    LONGS.set(bytes, Long.BYTES, mixed(~(long) number));
    return bytes;
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators", 2014): no two numbers give the same.
  private static long mixed(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /// Either half alone is as good as random.
  @Override
  public int hashCode() {
    return (int) first;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key that && first == that.first && second == that.second;
  }
}
