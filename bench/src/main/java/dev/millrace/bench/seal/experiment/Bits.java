package dev.millrace.bench.seal.experiment;

import java.util.Arrays;

/// A run of bits in the order of RFC 1951: the first is the least significant one of the first
/// byte.
///
/// @param bytes whole bytes; what is beyond the last bit is 0 where we wrote them
/// @param count how many bits there are
record Bits(byte[] bytes, int count) {
  /// How many bytes hold that many bits.
  static int bytes(int bits) {
    return (int) (((long) bits + Byte.SIZE - 1) / Byte.SIZE);
  }

  /// Whether both are the same bits. Not [#equals], as arrays are only equal to themselves.
  boolean same(Bits other) {
    return count == other.count && Arrays.equals(bytes, other.bytes);
  }
}
