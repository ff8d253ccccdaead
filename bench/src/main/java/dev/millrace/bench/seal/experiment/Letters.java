package dev.millrace.bench.seal.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Settles which literals the unnamed ones of a reading are.
///
/// Their codes stand in an order, so that a run of unnamed ones between two named ones of equal
/// length grows from the one to the other, and no literal has two codes. Of what is left, that is
/// taken which fits best what stands beside it in the content: a capital letter stands after a
/// blank and before small ones, a digit among digits. These habits are learnt from the content
/// itself.
final class Letters {
  /// Literals that are used alike; what is in none of these is of one more kind.
  private static final List<String> ALIKE =
      List.of(
          "abcdefghijklmnopqrstuvwxyz",
          "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
          "0123456789",
          " \t\n\r",
          "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

  private static final int KINDS = ALIKE.size() + 1;
  private static final int[] KIND = new int[Tables.END];

  static {
    Arrays.fill(KIND, KINDS - 1);
    for (int kind = 0; kind < ALIKE.size(); kind++) {
      int each = kind;
      ALIKE.get(kind).chars().forEach(literal -> KIND[literal] = each);
    }
  }

  /// What it costs to believe that one of each kind is there which was not there before.
  private static final double[] NEW = {0, 0, 0, 1, 1, 8};

  /// Unnamed literals whose codes follow one another.
  ///
  /// @param first the index of the first of their codes
  /// @param below the literal that they are above
  /// @param above the literal, or the end of literals, that they are below
  private record Run(int first, int size, int below, int above) {}

  private static final String FROM_COMMON_TO_RARE = "etaoinshrdlcumwfgypbvkjxqz";

  /// The bits to say that a letter is the most common one, and by how much more the next one takes.
  private static final double MOST_COMMON = 2.4;

  private static final double RARER = 0.3;

  /// How many literals are of the last kind, about.
  private static final int OTHERS = 156;

  private final PartialCode code;
  private final int[] content;

  /// How often one kind stands before another.
  private final double[][] before = new double[KINDS][KINDS];

  /// For each unnamed literal, how often each kind stands before it, and after it.
  private final int[][] left;

  private final int[][] right;
  private final int[] names;
  private final boolean[] taken = new boolean[Tables.END];

  private Letters(Reading reading) {
    code = reading.literals();
    History history = reading.history();
    content = IntStream.range(0, history.size()).map(history::at).toArray();
    int unnamed = Math.max(IntStream.of(content).max().orElse(0) + 1 - PartialCode.UNNAMED, 0);
    left = new int[unnamed][KINDS];
    right = new int[unnamed][KINDS];
    names = new int[unnamed];
    for (double[] row : before) {
      Arrays.fill(row, 0.1);
    }
    for (int literal = 0; literal < taken.length; literal++) {
      taken[literal] = code.has(literal);
    }
  }

  /// The content that a reading has, with the best guess for what is unnamed.
  static byte[] settled(Reading reading) {
    Letters letters = new Letters(reading);
    letters.learn();
    letters.nameAll();
    byte[] settled = new byte[letters.content.length];
    for (int i = 0; i < settled.length; i++) {
      int literal = letters.content[i];
      settled[i] =
          (byte) (literal < Tables.END ? literal : letters.names[literal - PartialCode.UNNAMED]);
    }
    return settled;
  }

  private void learn() {
    for (int i = 1; i < content.length; i++) {
      int one = content[i - 1];
      int other = content[i];
      if (one < Tables.END && other < Tables.END) {
        before[KIND[one]][KIND[other]]++;
      } else if (one < Tables.END) {
        left[other - PartialCode.UNNAMED][KIND[one]]++;
      } else if (other < Tables.END) {
        right[one - PartialCode.UNNAMED][KIND[other]]++;
      }
    }
  }

  /// Names them run by run, from the shortest codes on, which are of the most common literals.
  private void nameAll() {
    for (int index = 0; index < code.size(); index++) {
      if (isUnnamed(index) && !(index > 0 && isSameRun(index - 1, index))) {
        name(run(index));
      }
    }
  }

  private boolean isUnnamed(int index) {
    return code.symbol(index) >= PartialCode.UNNAMED;
  }

  private boolean isSameRun(int index, int next) {
    return isUnnamed(index) && isUnnamed(next) && code.length(index) == code.length(next);
  }

  private Run run(int first) {
    int end = first + 1;
    while (end < code.size() && isSameRun(end - 1, end)) {
      end++;
    }
    int length = code.length(first);
    boolean hasBelow = first > 0 && code.length(first - 1) == length;
    boolean hasAbove = end < code.size() && code.length(end) == length;
    return new Run(
        first,
        end - first,
        hasBelow ? code.symbol(first - 1) : -1,
        hasAbove ? Math.min(code.symbol(end), Tables.END) : Tables.END);
  }

  private int[] choice(Run run) {
    return IntStream.range(run.below + 1, run.above).filter(literal -> !taken[literal]).toArray();
  }

  /// Names a run at the least cost of all ways that grow: `costs[i][j]` is that of the first i of
  /// it by the first j of the choice.
  private void name(Run run) {
    int[] choice = choice(run);
    double[][] costs = new double[run.size + 1][choice.length + 1];
    for (int i = 1; i <= run.size; i++) {
      Arrays.fill(costs[i], Double.POSITIVE_INFINITY);
      for (int j = i; j <= choice.length; j++) {
        costs[i][j] =
            Math.min(costs[i][j - 1], costs[i - 1][j - 1] + cost(run.first + i - 1, choice[j - 1]));
      }
    }
    int j = choice.length;
    for (int i = Math.min(run.size, choice.length); i > 0; i--) {
      while (j > i && costs[i][j] == costs[i][j - 1]) {
        j--;
      }
      int literal = choice[--j];
      taken[literal] = true;
      names[code.symbol(run.first + i - 1) - PartialCode.UNNAMED] = literal;
    }
  }

  /// What has to be believed if an unnamed literal is this one, in bits of doubt.
  private double cost(int index, int literal) {
    int unnamed = code.symbol(index) - PartialCode.UNNAMED;
    int kind = KIND[literal];
    int times = IntStream.of(left[unnamed]).sum();
    double cost = NEW[kind] + times * (rarity(kind) + rarityAmong(kind, literal));
    for (int other = 0; other < KINDS; other++) {
      cost += left[unnamed][other] * surprise(other, kind, true);
      cost += right[unnamed][other] * surprise(other, kind, false);
    }
    return cost;
  }

  /// The bits to say of which kind a literal is.
  private double rarity(int kind) {
    double all = Stream.of(before).flatMapToDouble(DoubleStream::of).sum();
    return log2(all / DoubleStream.of(before[kind]).sum());
  }

  /// The bits to say which one of a kind it is.
  private static double rarityAmong(int kind, int literal) {
    int rank = FROM_COMMON_TO_RARE.indexOf(Character.toLowerCase(literal));
    if (rank >= 0) {
      return MOST_COMMON + RARER * rank;
    }
    return log2(kind < ALIKE.size() ? ALIKE.get(kind).length() : OTHERS);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }

  /// The bits to say which kind stands beside one.
  private double surprise(int beside, int kind, boolean isBefore) {
    double all = 0;
    for (int other = 0; other < KINDS; other++) {
      all += isBefore ? before[other][kind] : before[kind][other];
    }
    double some = isBefore ? before[beside][kind] : before[kind][beside];
    return log2(all / some);
  }
}
