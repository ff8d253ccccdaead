package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One way to lay the known tokens along the bits of a block: the codes that follow from it.
///
/// @param position how many bits the tokens so far take
/// @param cost what has to be believed for it, in bits of doubt
record Alignment(PartialCode literals, PartialCode distances, int position, double cost) {
  private static final int MOST = 20_000;
  private static final int LENGTH_SYMBOLS = 29;

  /// All ways to lay these tokens along the first bits, the likely ones first.
  static List<Alignment> of(TokenBits bits, int[] tokens, Expectation expectation) {
    List<Alignment> ways = ends(bits);
    for (int token : tokens) {
      List<Alignment> next = new ArrayList<>();
      for (Alignment way : ways) {
        way.addAfter(token, bits, expectation, next);
      }
      next.sort(Comparator.comparingDouble(Alignment::cost));
      ways = next.size() > MOST ? next.subList(0, MOST) : next;
    }
    return ways;
  }

  /// The last bits of a block are the code for its end, which is among the longest: after it come
  /// only lengths of matches.
  private static List<Alignment> ends(TokenBits bits) {
    List<Alignment> ends = new ArrayList<>();
    for (int length = 1; length <= Math.min(PrefixCode.LONGEST, bits.size()); length++) {
      int code = bits.code(bits.size() - length);
      int after = (1 << length) - 1 - (code >> (PrefixCode.LONGEST - length));
      if (after <= LENGTH_SYMBOLS) {
        ends.add(
            new Alignment(
                PartialCode.unknown(Tables.LITERALS).with(code, length, Tables.END),
                PartialCode.unknown(Tables.DISTANCES),
                0,
                Expectation.end(length, bits.size())));
      }
    }
    return ends;
  }

  private void addAfter(int token, TokenBits bits, Expectation expectation, List<Alignment> ways) {
    int symbol = Token.symbol(token);
    int extra = Token.lengthExtra(symbol);
    int number = extra == 0 ? 0 : Token.length(token) - Token.lengthBase(symbol);
    for (PartialCode.Step step : literals.steps(bits.code(position), symbol)) {
      int next = position + step.length();
      if (bits.has(next, extra, number)) {
        double doubt = step.isNew() ? expectation.literal(symbol, step.length()) : 0;
        Alignment way = new Alignment(step.code(), distances, next + extra, cost + doubt);
        if (Token.isMatch(token)) {
          way.addDistance(Token.distance(token), bits, expectation, ways);
        } else {
          ways.add(way);
        }
      }
    }
  }

  private void addDistance(
      int distance, TokenBits bits, Expectation expectation, List<Alignment> ways) {
    int symbol = Token.distanceSymbol(distance);
    int extra = Token.distanceExtra(symbol);
    int number = distance - Token.distanceBase(symbol);
    for (PartialCode.Step step : distances.steps(bits.code(position), symbol)) {
      int next = position + step.length();
      if (bits.has(next, extra, number)) {
        double doubt = step.isNew() ? expectation.distance(symbol, step.length()) : 0;
        ways.add(new Alignment(literals, step.code(), next + extra, cost + doubt));
      }
    }
  }
}
