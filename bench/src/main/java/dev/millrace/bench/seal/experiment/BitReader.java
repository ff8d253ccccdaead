package dev.millrace.bench.seal.experiment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;

/// Reads bits in the order of RFC 1951, section 3.1.1: the least significant of a byte first.
final class BitReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final long end;
  private long position;

  BitReader(byte[] bytes) {
    this(bytes, (long) bytes.length * Byte.SIZE);
  }

  BitReader(Bits bits) {
    this(bits.bytes(), bits.count());
  }

  private BitReader(byte[] bytes, long end) {
    this.bytes = bytes;
    this.end = end;
  }

  /// How many bits were read.
  long position() {
    return position;
  }

  /// How many bits are left.
  long remaining() {
    return end - position;
  }

  /// The next bits, the first of them least significant; anything where there are fewer.
  ///
  /// @param count from 0 to 16
  int peek(int count) {
    return word(bytes, position) & ((1 << count) - 1);
  }

  /// At least 24 bits from a position on, the first of them least significant.
  static int word(byte[] bytes, long position) {
    int at = (int) (position / Byte.SIZE);
    int word;
    if (at + Integer.BYTES <= bytes.length) {
      word = (int) INT.get(bytes, at);
    } else {
      word = 0;
      for (int i = at; i < bytes.length; i++) {
        word |= (bytes[i] & 0xff) << ((i - at) * Byte.SIZE);
      }
    }
    return word >>> (int) (position % Byte.SIZE);
  }

  /// Goes on by that many bits.
  ///
  /// @throws DataFormatException if there are fewer
  void skip(long count) throws DataFormatException {
    if (count > remaining()) {
      throw new DataFormatException("ends early");
    }
    position += count;
  }

  /// Takes the next bits, the first of them least significant.
  ///
  /// @param count from 0 to 16
  /// @throws DataFormatException if there are fewer
  int read(int count) throws DataFormatException {
    int value = peek(count);
    skip(count);
    return value;
  }

  /// Goes on to the next whole byte.
  void align() {
    position = Math.ceilDiv(position, Byte.SIZE) * Byte.SIZE;
  }

  /// The bits from a position on up to where this reader stands.
  Bits since(long from) {
    int count = Math.toIntExact(position - from);
    BitWriter writer = new BitWriter(count);
    writer.write(bytes, from, count);
    return writer.bits();
  }
}
