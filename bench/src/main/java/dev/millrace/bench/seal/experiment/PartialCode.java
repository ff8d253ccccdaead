package dev.millrace.bench.seal.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// What is known of a canonical prefix code: the codes of some of its symbols. Immutable.
///
/// Codes are seen as numbers of 15 bits that begin with them, so that each is a range of numbers
/// and a complete code leaves none out. In a canonical code ranges, length and symbol grow
/// together: whoever sorts codes by their numbers has sorted them by length, and equally long ones
/// by symbol. This is what an attacker lives on. Between two known codes of equal length lie as
/// many others as their numbers say, all of symbols between theirs; of `a` = 1010 and `c` = 1100 it
/// follows that `b` is 1011. Between codes of different length there must be enough symbols left to
/// fill the gap.
///
/// A literal whose code was met, but of which nothing tells yet which literal it is, is an
/// *unnamed* one: a number from 286 on in place of a symbol. Nothing but the order of named ones
/// narrows down what it may be.
final class PartialCode {
  /// The first of the numbers for unnamed literals.
  static final int UNNAMED = Tables.LITERALS;

  private static final int LONGEST = PrefixCode.LONGEST;

  private final int alphabet;
  private final int[] starts;
  private final byte[] lengths;
  private final short[] symbols;
  private final long[] named;

  private PartialCode(int alphabet, int[] starts, byte[] lengths, short[] symbols, long[] named) {
    this.alphabet = alphabet;
    this.starts = starts;
    this.lengths = lengths;
    this.symbols = symbols;
    this.named = named;
  }

  /// One more code read.
  ///
  /// @param code what is known then
  /// @param length how many bits the code read has
  /// @param isNew whether it was not known before
  record Step(PartialCode code, int length, boolean isNew) {}

  /// A code of which nothing is known.
  ///
  /// @param alphabet how many symbols there are
  static PartialCode unknown(int alphabet) {
    return new PartialCode(alphabet, new int[0], new byte[0], new short[0], new long[5]);
  }

  static boolean isLiteral(int symbol) {
    return symbol < Tables.END || symbol >= UNNAMED;
  }

  /// How many codes are known.
  int size() {
    return starts.length;
  }

  /// The index of the known code that 15 bits begin with; where there is none, the complement of
  /// the index that a new one would have.
  int find(int bits) {
    int found = Arrays.binarySearch(starts, bits);
    int index = found >= 0 ? found : -2 - found;
    return index >= 0 && bits < end(index) ? index : ~(index + 1);
  }

  int symbol(int index) {
    return symbols[index];
  }

  int length(int index) {
    return lengths[index];
  }

  /// Whether the code of a symbol is known.
  boolean has(int symbol) {
    return symbol < alphabet && ((named[symbol / Long.SIZE] >>> symbol) & 1) != 0;
  }

  /// The ways in which 15 bits can begin with the code of a symbol: none, the one that is known, or
  /// one for each length that its code may have.
  List<Step> steps(int bits, int symbol) {
    int index = find(bits);
    if (index >= 0) {
      return symbol(index) == symbol ? List.of(new Step(this, length(index), false)) : List.of();
    }
    if (has(symbol)) {
      return List.of();
    }
    return IntStream.rangeClosed(1, LONGEST)
        .filter(length -> admits(bits, length, symbol))
        .mapToObj(length -> new Step(with(bits, length, symbol), length, true))
        .toList();
  }

  /// This, and the code of one more symbol, which is the first so many of 15 bits.
  PartialCode with(int bits, int length, int symbol) {
    int index = ~find(bits);
    int size = size() + 1;
    int[] newStarts = Arrays.copyOf(starts, size);
    System.arraycopy(starts, index, newStarts, index + 1, size - 1 - index);
    newStarts[index] = start(bits, length);
    byte[] newLengths = Arrays.copyOf(lengths, size);
    System.arraycopy(lengths, index, newLengths, index + 1, size - 1 - index);
    newLengths[index] = (byte) length;
    short[] newSymbols = Arrays.copyOf(symbols, size);
    System.arraycopy(symbols, index, newSymbols, index + 1, size - 1 - index);
    newSymbols[index] = (short) symbol;
    long[] newNamed = named;
    if (symbol < alphabet) {
      newNamed = named.clone();
      newNamed[symbol / Long.SIZE] |= 1L << symbol;
    }
    return new PartialCode(alphabet, newStarts, newLengths, newSymbols, newNamed);
  }

  /// Whether a symbol that has no code yet may have the first so many of 15 bits, which begin with
  /// no code that is known.
  private boolean admits(int bits, int length, int symbol) {
    int index = ~find(bits);
    int start = start(bits, length);
    int end = start + width(length);
    boolean left =
        index == 0
            ? fillable(0, start, 1, length)
            : lengths[index - 1] <= length
                && end(index - 1) <= start
                && fillable(end(index - 1), start, lengths[index - 1], length);
    boolean right =
        index == size()
            || (lengths[index] >= length
                && starts[index] >= end
                && fillable(end, starts[index], length, lengths[index]));
    return left && right && inOrder(index, start, length, symbol);
  }

  /// Whether the codes of equal length leave this symbol this place.
  private boolean inOrder(int index, int start, int length, int symbol) {
    int lower = index - 1;
    while (lower >= 0 && lengths[lower] == length && symbols[lower] >= UNNAMED) {
      lower--;
    }
    int upper = index;
    while (upper < size() && lengths[upper] == length && symbols[upper] >= UNNAMED) {
      upper++;
    }
    boolean hasLower = lower >= 0 && lengths[lower] == length;
    boolean hasUpper = upper < size() && lengths[upper] == length;
    int below = hasLower ? symbols[lower] : -1;
    int above = hasUpper ? symbols[upper] : alphabet;
    if (symbol >= UNNAMED) {
      return below < Tables.END - 1
          && left(below, Math.min(above, Tables.END)) > 0
          && (!hasLower
              || !hasUpper
              || left(below, above) >= between(starts[lower], starts[upper], length));
    }
    boolean literalsFollow = index < size() && lengths[index] == length && upper > index;
    return symbol > below
        && symbol < above
        && !(literalsFollow && symbol >= Tables.END)
        && (!hasLower || left(below, symbol) >= between(starts[lower], start, length))
        && (!hasUpper || left(symbol, above) >= between(start, starts[upper], length));
  }

  /// How many symbols between two have no code yet.
  private int left(int below, int above) {
    int count = 0;
    for (int symbol = below + 1; symbol < above; symbol++) {
      count += has(symbol) ? 0 : 1;
    }
    return count;
  }

  /// How many codes of that length lie between two.
  private static int between(int start, int other, int length) {
    return (other - start) / width(length) - 1;
  }

  /// Whether codes of these lengths, the shorter ones first, can fill a gap, and there are symbols
  /// enough for the fewest of them.
  private boolean fillable(int from, int to, int shortest, int longest) {
    int gap = to - from;
    int codes = 0;
    for (int length = shortest; length <= longest; length++) {
      codes += gap / width(length);
      gap %= width(length);
    }
    return gap == 0 && codes <= alphabet - size();
  }

  private int end(int index) {
    return starts[index] + width(lengths[index]);
  }

  private static int start(int bits, int length) {
    return bits & -width(length);
  }

  private static int width(int length) {
    return 1 << (LONGEST - length);
  }
}
