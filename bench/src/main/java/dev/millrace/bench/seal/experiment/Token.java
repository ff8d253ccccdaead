package dev.millrace.bench.seal.experiment;

/// What a block is a list of: a byte as it is, or a match with bytes that went before. A token is
/// an int: the byte, or the length of the match above 16 bits of its distance.
///
/// Symbols and extra bits are those of RFC 1951, section 3.2.5.
final class Token {
  static final int SHORTEST_MATCH = 3;
  static final int LONGEST_MATCH = 258;
  static final int FIRST_LENGTH = 257;
  static final int LAST_LENGTH = 285;

  private Token() {}

  static int match(int length, int distance) {
    return (length << 16) | distance;
  }

  static boolean isMatch(int token) {
    return token >= 1 << 16;
  }

  static int length(int match) {
    return match >> 16;
  }

  static int distance(int match) {
    return match & 0xffff;
  }

  /// How many bytes a token stands for.
  static int size(int token) {
    return isMatch(token) ? length(token) : 1;
  }

  /// The literal or length symbol of a token.
  static int symbol(int token) {
    return isMatch(token) ? lengthSymbol(length(token)) : token;
  }

  private static int lengthSymbol(int length) {
    if (length == LONGEST_MATCH) {
      return LAST_LENGTH;
    }
    int above = length - SHORTEST_MATCH;
    if (above < 8) {
      return FIRST_LENGTH + above;
    }
    int extra = log2(above) - 2;
    return FIRST_LENGTH + 4 * extra + (above >> extra);
  }

  static int lengthExtra(int symbol) {
    int above = symbol - FIRST_LENGTH;
    return above < 8 || symbol == LAST_LENGTH ? 0 : above / 4 - 1;
  }

  static int lengthBase(int symbol) {
    if (symbol == LAST_LENGTH) {
      return LONGEST_MATCH;
    }
    int above = symbol - FIRST_LENGTH;
    return SHORTEST_MATCH + (above < 8 ? above : (4 + above % 4) << lengthExtra(symbol));
  }

  static int distanceSymbol(int distance) {
    int above = distance - 1;
    if (above < 4) {
      return above;
    }
    int extra = log2(above) - 1;
    return 2 * extra + (above >> extra);
  }

  static int distanceExtra(int symbol) {
    return symbol < 4 ? 0 : symbol / 2 - 1;
  }

  static int distanceBase(int symbol) {
    return 1 + (symbol < 4 ? symbol : (2 + symbol % 2) << distanceExtra(symbol));
  }

  private static int log2(int value) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
  }
}
