package dev.millrace.bench.seal.experiment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;

/// Reads what [TableSealing] sealed without the key, from the first bytes of the content.
///
/// **Where the known part ends.** The encoder always says the same in the same way, so that the
/// tokens of the known beginning are known ([KnownBeginning]). They are laid along the first bits
/// of the block: the code of a symbol that comes up for the first time may have any length that a
/// canonical code leaves it, and one that comes up again must have the code that it had
/// ([PartialCode]). A few hundred tokens leave few ways, often one ([Alignment]).
///
/// **Beyond it.** Most codes are known by then. At one that is not, a reading goes on in every way
/// that is possible: with a literal, with each length, with each distance that has no code yet, of
/// any length that fits. A wrong way soon reads garbage, which zlib would not have written like
/// this ([History]); of all readings up to the same bit, those go on for which the least has to be
/// believed. Which literal a new code stands for does not matter for that, and is settled in the
/// end ([Letters]).
///
/// **At the end.** The attacker compresses what was read and sees whether the same tokens come out.
///
/// Nothing is tried that a key or a nonce has part in: a longer key makes this no harder.
public final class KnownPlaintextAttack {
  /// After how many bits readings are compared.
  private static final int STEP = 24;

  /// How many bytes the readings that go on may have in all: many while they are short, which is
  /// when it is least clear which one is right.
  private static final int ROOM = 1_500_000;

  private static final int FEWEST_READINGS = 50;
  private static final int MOST_FAR = 8_000;

  /// How much more doubt than in the best reading there may be in one that goes on.
  private static final double DESPAIR = 40;

  private static final int CANDIDATES = 8;

  /// @param confirmed how many tokens come out as they were read if the content is compressed
  private record Solution(byte[] content, int confirmed) {
    static Solution of(Reading reading) {
      byte[] content = Letters.settled(reading);
      int[] tokens = reading.history().tokens();
      int[] anew = KnownBeginning.allTokens(content);
      int differs = Arrays.mismatch(tokens, anew);
      return new Solution(content, differs < 0 ? tokens.length : differs);
    }
  }

  private KnownPlaintextAttack() {}

  /// Reads the first block of a sealed object of which the first bytes are known.
  ///
  /// @param beginning more than a few hundred bytes, for this to succeed
  /// @return nothing if no reading is possible
  /// @throws DataFormatException if this cannot have been sealed
  public static Optional<Recovered> read(byte[] sealed, byte[] beginning)
      throws DataFormatException {
    TokenBits bits = new TokenBits(SealedBytes.parse(sealed).tokens().getFirst());
    int[] known = KnownBeginning.tokens(beginning);
    History history = new History();
    for (int token : known) {
      history.add(token);
    }
    List<Reading> readings =
        Alignment.of(bits, known, Expectation.of(known)).stream()
            .map(way -> new Reading(bits, beginning, way, history.branch()))
            .toList();
    return complete(readings).stream()
        .sorted(Comparator.comparingDouble(Reading::cost))
        .limit(CANDIDATES)
        .map(Solution::of)
        .max(Comparator.comparingInt(Solution::confirmed))
        .map(solution -> new Recovered(solution.content, beginning.length));
  }

  /// The likely ones of the ways to read all of a block.
  private static List<Reading> complete(List<Reading> begun) {
    List<Reading> complete = new ArrayList<>();
    List<Reading> readings = begun;
    for (int end = STEP; !readings.isEmpty(); end += STEP) {
      Deque<Reading> open = new ArrayDeque<>(readings);
      List<Reading> far = new ArrayList<>();
      while (!open.isEmpty()) {
        Reading reading = open.pop();
        switch (reading.readTo(end)) {
          case FAR_ENOUGH -> far.add(reading);
          case BEFORE_NEW_CODE -> reading.ways().forEach(open::push);
          case IMPOSSIBLE -> {}
          case COMPLETE -> complete.add(reading);
        }
        if (far.size() > MOST_FAR) {
          far = new ArrayList<>(likely(far));
        }
      }
      readings = likely(far);
    }
    return complete;
  }

  private static List<Reading> likely(List<Reading> readings) {
    List<Reading> sorted =
        readings.stream().sorted(Comparator.comparingDouble(Reading::cost)).toList();
    if (sorted.isEmpty()) {
      return sorted;
    }
    Reading best = sorted.getFirst();
    return sorted.stream()
        .takeWhile(reading -> reading.cost() <= best.cost() + DESPAIR)
        .limit(Math.max(ROOM / (best.history().size() + 1), FEWEST_READINGS))
        .toList();
  }
}
