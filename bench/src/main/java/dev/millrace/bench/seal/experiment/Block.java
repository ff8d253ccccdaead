package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;

/// A dynamic block of a DEFLATE stream (RFC 1951, section 3.2.7), taken apart.
///
/// @param tables its head without the first three bits, which [Tables] reads
/// @param tokens what follows up to the end of the block, the code for that included
record Block(Bits tables, Bits tokens) {
  private static final int STORED = 0;
  private static final int FIXED = 1;
  private static final int DYNAMIC = 2;

  /// The blocks of a DEFLATE stream, those that are not dynamic written anew as such.
  ///
  /// @throws DataFormatException if it is none, or something follows it
  static List<Block> ofStream(byte[] deflated) throws DataFormatException {
    BitReader reader = new BitReader(deflated);
    List<Block> blocks = new ArrayList<>();
    boolean last = false;
    while (!last) {
      last = reader.read(1) == 1;
      blocks.add(
          switch (reader.read(2)) {
            case STORED -> of(stored(reader));
            case FIXED -> of(tokens(reader, Tables.fixed()));
            case DYNAMIC -> dynamic(reader);
            default -> throw new DataFormatException("a block of an unknown kind");
          });
    }
    if (reader.remaining() >= Byte.SIZE) {
      throw new DataFormatException("something follows the last block");
    }
    return blocks;
  }

  /// A block of these tokens.
  static Block of(int[] tokens) {
    Tables tables = Tables.of(tokens);
    BitWriter head = new BitWriter(Integer.SIZE);
    tables.write(head);
    PrefixCode literals = PrefixCode.known(tables.literals());
    PrefixCode distances = PrefixCode.known(tables.distances());
    BitWriter body = new BitWriter((long) tokens.length * Byte.SIZE);
    for (int token : tokens) {
      int symbol = Token.symbol(token);
      literals.write(body, symbol);
      if (Token.isMatch(token)) {
        body.write(Token.length(token) - Token.lengthBase(symbol), Token.lengthExtra(symbol));
        int distance = Token.distanceSymbol(Token.distance(token));
        distances.write(body, distance);
        body.write(
            Token.distance(token) - Token.distanceBase(distance), Token.distanceExtra(distance));
      }
    }
    literals.write(body, Tables.END);
    return new Block(head.bits(), body.bits());
  }

  private static Block dynamic(BitReader reader) throws DataFormatException {
    long head = reader.position();
    Tables tables = Tables.read(reader);
    Bits headBits = reader.since(head);
    long body = reader.position();
    read(reader, tables, _ -> {});
    return new Block(headBits, reader.since(body));
  }

  private static int[] stored(BitReader reader) throws DataFormatException {
    reader.align();
    int size = reader.read(16);
    if ((reader.read(16) ^ 0xffff) != size) {
      throw new DataFormatException("a stored block of two lengths");
    }
    int[] tokens = new int[(int) Math.min(size, reader.remaining() / Byte.SIZE)];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = reader.read(Byte.SIZE);
    }
    reader.skip((long) (size - tokens.length) * Byte.SIZE);
    return tokens;
  }

  /// Takes the tokens up to and including the end of the block.
  static int[] tokens(BitReader reader, Tables tables) throws DataFormatException {
    IntStream.Builder tokens = IntStream.builder();
    read(reader, tables, tokens);
    return tokens.build().toArray();
  }

  private static void read(BitReader reader, Tables tables, IntConsumer tokens)
      throws DataFormatException {
    PrefixCode literals = PrefixCode.of(tables.literals());
    PrefixCode distances = PrefixCode.of(tables.distances());
    for (int symbol = literals.read(reader); symbol != Tables.END; symbol = literals.read(reader)) {
      if (symbol < Tables.END) {
        tokens.accept(symbol);
        continue;
      }
      int length = lengthOf(symbol) + reader.read(Token.lengthExtra(symbol));
      int distance = distances.read(reader);
      if (distance >= Tables.DISTANCES) {
        throw new DataFormatException("a distance that there is not");
      }
      tokens.accept(
          Token.match(
              length, Token.distanceBase(distance) + reader.read(Token.distanceExtra(distance))));
    }
  }

  private static int lengthOf(int symbol) throws DataFormatException {
    if (symbol > Token.LAST_LENGTH) {
      throw new DataFormatException("a length that there is not");
    }
    return Token.lengthBase(symbol);
  }

  /// Its tables, where they are known to be some.
  Tables readTables() {
    try {
      return Tables.read(new BitReader(tables));
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Adds this block to a DEFLATE stream.
  void write(BitWriter stream, boolean last) {
    stream.write(last ? 1 : 0, 1);
    stream.write(DYNAMIC, 2);
    stream.write(tables);
    stream.write(tokens);
  }
}
