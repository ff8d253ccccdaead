package dev.millrace.bench.seal.experiment;

/// How long an attacker expects codes to be, and what it costs, in bits of doubt, to believe
/// otherwise: a symbol that is one token of n has a code of about log2 n bits.
final class Expectation {
  private static final double SLACK = 1;
  private static final double SLACK_OF_NEW = 1.5;
  private static final double BITS_OF_TOKEN = 11;
  private static final double WEIGHT_OF_END = 2;

  private final int tokens;
  private final int[] literals = new int[Tables.LITERALS];
  private final int[] distances = new int[Tables.DISTANCES];
  private int matches;

  private Expectation(int tokens) {
    this.tokens = tokens;
  }

  /// From the frequencies in tokens that are known.
  static Expectation of(int[] tokens) {
    Expectation expectation = new Expectation(tokens.length);
    for (int token : tokens) {
      expectation.literals[Token.symbol(token)]++;
      if (Token.isMatch(token)) {
        expectation.distances[Token.distanceSymbol(Token.distance(token))]++;
        expectation.matches++;
      }
    }
    return expectation;
  }

  /// The doubt that a literal or a length which is among the known tokens has a code of that
  /// length.
  double literal(int symbol, int length) {
    return doubt(length, (double) tokens / literals[symbol], SLACK);
  }

  /// The doubt that a distance which is among the known tokens has a code of that length.
  double distance(int symbol, int length) {
    return doubt(length, (double) matches / distances[symbol], SLACK);
  }

  /// The doubt that something has a code of that length which comes up for the first time now, as
  /// the last of so many.
  static double late(int length, int count) {
    return doubt(length, count, SLACK_OF_NEW);
  }

  /// The doubt that the end of a block has a code of that length: it comes once.
  static double end(int length, int bits) {
    return WEIGHT_OF_END * doubt(length, bits / BITS_OF_TOKEN, SLACK);
  }

  /// @param rarity once in how many
  private static double doubt(int length, double rarity, double slack) {
    double expected = Math.log(rarity) / Math.log(2);
    return Math.max(Math.abs(length - expected) - slack, 0);
  }
}
