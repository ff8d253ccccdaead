package dev.millrace.bench.seal.experiment;

/// The tokens of a sealed block as an attacker sees them: bits of which nobody told where one code
/// ends and the next begins.
final class TokenBits {
  private final char[] next;
  private final int size;

  TokenBits(Bits bits) {
    size = bits.count();
    next = new char[size + PrefixCode.LONGEST];
    for (int i = size - 1; i >= 0; i--) {
      int bit = (bits.bytes()[i / Byte.SIZE] >> (i % Byte.SIZE)) & 1;
      next[i] = (char) ((bit << (PrefixCode.LONGEST - 1)) | (next[i + 1] >> 1));
    }
  }

  /// How many bits there are.
  int size() {
    return size;
  }

  /// The next 15 bits as codes are compared: the first is the most significant. Beyond the end are
  /// zeros.
  ///
  /// @param position from 0 to the size
  int code(int position) {
    return next[position];
  }

  /// Extra bits, the first of them least significant.
  ///
  /// @param count from 0 to 13; no more than are left
  int extra(int position, int count) {
    return count == 0
        ? 0
        : Integer.reverse(next[position] >> (PrefixCode.LONGEST - count))
            >>> (Integer.SIZE - count);
  }

  /// Whether there are so many extra bits at a position, more bits after them, and they are this
  /// number.
  boolean has(int position, int count, int number) {
    return position + count < size && extra(position, count) == number;
  }
}
