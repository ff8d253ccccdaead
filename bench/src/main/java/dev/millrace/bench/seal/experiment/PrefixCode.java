package dev.millrace.bench.seal.experiment;

import java.util.Arrays;
import java.util.zip.DataFormatException;

/// The canonical prefix code that a list of code lengths stands for (RFC 1951, section 3.2.2):
/// shorter codes come before longer ones, and among equally long ones those of smaller symbols.
final class PrefixCode {
  /// The most bits of a code.
  static final int LONGEST = 15;

  private final byte[] lengths;
  private final short[] reversed;
  private final int width;

  /// Which symbol the next bits stand for, as many as the longest code has; -1 where none does.
  private final short[] symbols;

  private PrefixCode(byte[] lengths, short[] reversed, int width, short[] symbols) {
    this.lengths = lengths;
    this.reversed = reversed;
    this.width = width;
    this.symbols = symbols;
  }

  /// The code in which each symbol has that many bits, or none where it does not occur.
  ///
  /// @param lengths each from 0 to 15
  /// @throws DataFormatException if some runs of bits would stand for two symbols or for none; no
  ///   code at all, or a single one of one bit, is allowed
  static PrefixCode of(byte[] lengths) throws DataFormatException {
    int[] first = firstCodes(lengths);
    int width = LONGEST;
    while (width > 0 && count(lengths, width) == 0) {
      width--;
    }
    checkComplete(lengths, width);
    short[] reversed = new short[lengths.length];
    short[] symbols = new short[1 << width];
    Arrays.fill(symbols, (short) -1);
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      int length = lengths[symbol];
      if (length > 0) {
        int bits = Integer.reverse(first[length]++) >>> (Integer.SIZE - length);
        reversed[symbol] = (short) bits;
        for (int i = bits; i < symbols.length; i += 1 << length) {
          symbols[i] = (short) symbol;
        }
      }
    }
    return new PrefixCode(lengths.clone(), reversed, width, symbols);
  }

  /// The code that lengths stand for which are known to make one.
  static PrefixCode known(byte[] lengths) {
    try {
      return of(lengths);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static int count(byte[] lengths, int length) {
    int count = 0;
    for (byte each : lengths) {
      count += each == length ? 1 : 0;
    }
    return count;
  }

  /// The first code of each length.
  private static int[] firstCodes(byte[] lengths) {
    int[] first = new int[LONGEST + 2];
    for (int length = 1; length <= LONGEST; length++) {
      first[length + 1] = (first[length] + count(lengths, length)) << 1;
    }
    return first;
  }

  private static void checkComplete(byte[] lengths, int width) throws DataFormatException {
    int room = 1 << width;
    for (byte length : lengths) {
      room -= length == 0 ? 0 : 1 << (width - length);
    }
    boolean single = width == 1 && room == 1;
    if (room != 0 && width != 0 && !single) {
      throw new DataFormatException("the code lengths make no code");
    }
  }

  /// Takes the next symbol.
  ///
  /// @throws DataFormatException if what follows stands for none
  int read(BitReader reader) throws DataFormatException {
    int symbol = symbols[reader.peek(width)];
    if (symbol < 0) {
      throw new DataFormatException("bits that stand for no symbol");
    }
    reader.skip(lengths[symbol]);
    return symbol;
  }

  /// Adds the code of a symbol that has one.
  void write(BitWriter writer, int symbol) {
    writer.write(reversed[symbol], lengths[symbol]);
  }
}
