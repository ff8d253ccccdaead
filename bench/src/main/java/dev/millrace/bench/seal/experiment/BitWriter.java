package dev.millrace.bench.seal.experiment;

import java.util.Arrays;

/// Writes bits in the order of RFC 1951, section 3.1.1: the least significant of a byte first.
final class BitWriter {
  private static final int STEP = 16;

  private byte[] bytes;
  private int size;
  private int pending;
  private int pendingBits;

  /// @param bits how many there are likely to be
  BitWriter(long bits) {
    bytes = new byte[Math.toIntExact(Math.ceilDiv(bits, Byte.SIZE))];
  }

  /// Adds the low bits of a value, the least significant first.
  ///
  /// @param count from 0 to 16
  void write(int value, int count) {
    pending |= (value & ((1 << count) - 1)) << pendingBits;
    pendingBits += count;
    while (pendingBits >= Byte.SIZE) {
      add((byte) pending);
      pending >>>= Byte.SIZE;
      pendingBits -= Byte.SIZE;
    }
  }

  private void add(byte next) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * size, STEP));
    }
    bytes[size++] = next;
  }

  /// Adds bits from a position of an array on.
  void write(byte[] source, long from, int count) {
    for (int done = 0; done < count; done += STEP) {
      write(BitReader.word(source, from + done), Math.min(STEP, count - done));
    }
  }

  /// Adds all of them.
  void write(Bits bits) {
    write(bits.bytes(), 0, bits.count());
  }

  /// What was written, filled up with zeros to whole bytes.
  byte[] bytes() {
    byte[] whole = Arrays.copyOf(bytes, pendingBits > 0 ? size + 1 : size);
    if (pendingBits > 0) {
      whole[size] = (byte) pending;
    }
    return whole;
  }

  /// What was written.
  ///
  /// @throws ArithmeticException if it is 256 MiB or more
  Bits bits() {
    return new Bits(bytes(), Math.addExact(Math.multiplyExact(size, Byte.SIZE), pendingBits));
  }
}
