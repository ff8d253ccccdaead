package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.List;

/// One way to read a block from where the known tokens end: what it says so far, and the codes that
/// had to be believed for it. For one thread.
final class Reading {
  /// What it costs to believe that the encoder broke one of its rules.
  private static final double BROKEN_RULE = 10;

  /// What it costs to believe that a code which is new stands for a literal, for one certain
  /// length, for one certain distance: about the bits to say which.
  private static final double NEW_LITERAL = 1;

  private static final double NEW_LENGTH = 3;
  private static final double NEW_DISTANCE = 2;

  /// How far a reading got.
  enum Progress {
    /// To where it was to be read to.
    FAR_ENOUGH,
    /// To a code that is not known: [#ways] goes on.
    BEFORE_NEW_CODE,
    /// To what cannot be.
    IMPOSSIBLE,
    /// To the end of the block, which is where it should be.
    COMPLETE
  }

  private final TokenBits bits;
  private final byte[] beginning;
  private final PartialCode literals;
  private final PartialCode distances;
  private final History history;
  private double cost;
  private int position;
  private int unnamed;

  /// The length of a match whose distance comes next; 0 where a token does.
  private int length;

  /// Goes on where known tokens end.
  ///
  /// @param history what they say
  Reading(TokenBits bits, byte[] beginning, Alignment alignment, History history) {
    this.bits = bits;
    this.beginning = beginning;
    this.history = history;
    literals = alignment.literals();
    distances = alignment.distances();
    position = alignment.position();
    cost = alignment.cost();
  }

  private Reading(Reading other, PartialCode literals, PartialCode distances, double doubt) {
    bits = other.bits;
    beginning = other.beginning;
    this.literals = literals;
    this.distances = distances;
    history = other.history.branch();
    cost = other.cost + doubt;
    position = other.position;
    unnamed = other.unnamed;
    length = other.length;
  }

  /// What has to be believed for it, in bits of doubt.
  double cost() {
    return cost;
  }

  PartialCode literals() {
    return literals;
  }

  History history() {
    return history;
  }

  /// Reads on up to a position in the bits, or as far as codes are known.
  Progress readTo(int end) {
    while (position < end || length > 0) {
      PartialCode code = length > 0 ? distances : literals;
      int index = code.find(bits.code(position));
      if (index < 0) {
        return Progress.BEFORE_NEW_CODE;
      }
      int symbol = code.symbol(index);
      position += code.length(index);
      if (length == 0 && symbol == Tables.END) {
        return position == bits.size() && history.size() >= beginning.length
            ? Progress.COMPLETE
            : Progress.IMPOSSIBLE;
      }
      if (!take(symbol)) {
        return Progress.IMPOSSIBLE;
      }
    }
    return Progress.FAR_ENOUGH;
  }

  /// Takes a symbol that was read, and the extra bits that follow it.
  private boolean take(int symbol) {
    if (length > 0) {
      int extra = Token.distanceExtra(symbol);
      if (position + extra >= bits.size()) {
        return false;
      }
      int distance = Token.distanceBase(symbol) + bits.extra(position, extra);
      position += extra;
      return takeMatch(distance);
    }
    if (PartialCode.isLiteral(symbol)) {
      return position < bits.size() && takeLiteral(symbol);
    }
    int extra = Token.lengthExtra(symbol);
    if (position + extra >= bits.size()) {
      return false;
    }
    length = Token.lengthBase(symbol) + bits.extra(position, extra);
    position += extra;
    return true;
  }

  private boolean takeLiteral(int literal) {
    cost += BROKEN_RULE * history.literal(literal);
    return isAsKnown(history.size() - 1);
  }

  private boolean takeMatch(int distance) {
    if (distance > history.size()) {
      return false;
    }
    int from = history.size();
    cost += BROKEN_RULE * history.match(length, distance);
    length = 0;
    return isAsKnown(from);
  }

  /// Whether what was read is what is known to be there.
  private boolean isAsKnown(int from) {
    for (int i = from; i < Math.min(history.size(), beginning.length); i++) {
      if (history.at(i) != (beginning[i] & 0xff)) {
        return false;
      }
    }
    return true;
  }

  /// The ways in which this can go on with a code that is not known.
  List<Reading> ways() {
    List<Reading> ways = new ArrayList<>();
    int next = bits.code(position);
    if (length > 0) {
      addDistances(next, ways);
      return ways;
    }
    boolean known = history.size() < beginning.length;
    int literal = known ? beginning[history.size()] & 0xff : PartialCode.UNNAMED + unnamed++;
    addLiterals(literal, next, NEW_LITERAL, ways);
    for (int symbol = Token.FIRST_LENGTH; symbol <= Token.LAST_LENGTH; symbol++) {
      addLiterals(symbol, next, NEW_LENGTH, ways);
    }
    return ways;
  }

  private void addLiterals(int symbol, int next, double doubt, List<Reading> ways) {
    for (PartialCode.Step step : literals.steps(next, symbol)) {
      double late = Expectation.late(step.length(), history.tokenCount() + 1);
      ways.add(new Reading(this, step.code(), distances, doubt + late));
    }
  }

  private void addDistances(int next, List<Reading> ways) {
    for (int symbol = 0; symbol < Tables.DISTANCES; symbol++) {
      if (Token.distanceBase(symbol) <= history.size()) {
        for (PartialCode.Step step : distances.steps(next, symbol)) {
          double late = Expectation.late(step.length(), history.matchCount() + 1);
          ways.add(new Reading(this, literals, step.code(), NEW_DISTANCE + late));
        }
      }
    }
  }
}
