package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.nio.ByteBuffer;

/// What stands before each part of a compressed container's plaintext: what the part is, its size,
/// and a number.
///
/// @param kind what it is
/// @param size bytes of what follows
/// @param number for a block, how many bytes it has when decompressed; otherwise how many entries
record Item(Kind kind, int size, int number) {
  /// Bytes of an item itself.
  static final int SIZE = 8;

  /// Blocks that a page of the index tells of.
  static final int PAGE = 4096;

  private static final int SIZE_BITS = 28;
  private static final int SIZE_MASK = (1 << SIZE_BITS) - 1;

  enum Kind {
    COMPRESSED(0),
    STORED(1),
    PAGE(2),
    END(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  byte[] write() {
    ByteBuffer to = ByteBuffer.allocate(SIZE);
    return to.putInt(kind.code << SIZE_BITS | size).putInt(number).array();
  }

  static Item parse(byte[] from, int at) throws SealException {
    ByteBuffer bytes = ByteBuffer.wrap(from, at, SIZE);
    int first = bytes.getInt();
    int number = bytes.getInt();
    Kind kind =
        switch (first >>> SIZE_BITS) {
          case 0 -> Kind.COMPRESSED;
          case 1 -> Kind.STORED;
          case 2 -> Kind.PAGE;
          case 3 -> Kind.END;
          default -> throw malformed("it has a part of no known kind");
        };
    if (number < 0) {
      throw malformed("it has a part with a number out of bounds");
    }
    return new Item(kind, first & SIZE_MASK, number);
  }

  /// Refuses a block that could not have been made.
  void checkBlock(int blockSize) throws SealException {
    boolean sound =
        number > 0 && number <= blockSize && (kind == Kind.STORED ? size == number : size < number);
    if (!sound) {
      throw malformed("it has a block of sizes out of bounds");
    }
  }

  static SealException malformed(String message) {
    return new SealException(Reason.MALFORMED, message);
  }
}
