package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;

/// The code lengths at the head of a dynamic block (RFC 1951, section 3.2.7): all that this scheme
/// hides.
///
/// @param literals those of the literals, of the end of the block and of the lengths of matches;
///   257 to 286
/// @param distances those of the distances of matches; 1 to 30
record Tables(byte[] literals, byte[] distances) {
  static final int LITERALS = 286;
  static final int DISTANCES = 30;
  static final int END = 256;

  private static final int FEWEST_LITERALS = 257;
  private static final int[] ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };
  private static final int LONGEST_FOR_LENGTHS = 7;
  private static final int REPEAT = 16;
  private static final int FEW_ZEROS = 17;
  private static final int MANY_ZEROS = 18;

  /// Those of a fixed block (section 3.2.6).
  static Tables fixed() {
    byte[] literals = new byte[288];
    Arrays.fill(literals, 0, 144, (byte) 8);
    Arrays.fill(literals, 144, 256, (byte) 9);
    Arrays.fill(literals, 256, 280, (byte) 7);
    Arrays.fill(literals, 280, 288, (byte) 8);
    byte[] distances = new byte[32];
    Arrays.fill(distances, (byte) 5);
    return new Tables(literals, distances);
  }

  /// Those that make the tokens of a block shortest. At least two literals have codes, so that the
  /// code is complete.
  static Tables of(int[] tokens) {
    int[] literals = new int[LITERALS];
    int[] distances = new int[DISTANCES];
    literals[END]++;
    for (int token : tokens) {
      literals[Token.symbol(token)]++;
      if (Token.isMatch(token)) {
        distances[Token.distanceSymbol(Token.distance(token))]++;
      }
    }
    if (tokens.length == 0) {
      literals[0]++;
    }
    return new Tables(
        CodeLengths.of(literals, PrefixCode.LONGEST),
        CodeLengths.of(distances, PrefixCode.LONGEST));
  }

  /// @throws DataFormatException if they are not as RFC 1951 has them
  static Tables read(BitReader reader) throws DataFormatException {
    int literals = reader.read(5) + FEWEST_LITERALS;
    int distances = reader.read(5) + 1;
    if (literals > LITERALS || distances > DISTANCES) {
      throw new DataFormatException("more codes than there are symbols");
    }
    byte[] lengthsOfLengths = new byte[ORDER.length];
    int given = reader.read(4) + 4;
    for (int i = 0; i < given; i++) {
      lengthsOfLengths[ORDER[i]] = (byte) reader.read(3);
    }
    byte[] all = lengths(reader, PrefixCode.of(lengthsOfLengths), literals + distances);
    if (all[END] == 0) {
      throw new DataFormatException("a block without end");
    }
    return new Tables(Arrays.copyOf(all, literals), Arrays.copyOfRange(all, literals, all.length));
  }

  private static byte[] lengths(BitReader reader, PrefixCode code, int count)
      throws DataFormatException {
    byte[] lengths = new byte[count];
    int size = 0;
    while (size < count) {
      int symbol = code.read(reader);
      int times =
          switch (symbol) {
            case REPEAT -> 3 + reader.read(2);
            case FEW_ZEROS -> 3 + reader.read(3);
            case MANY_ZEROS -> 11 + reader.read(7);
            default -> 1;
          };
      if (times > count - size || (symbol == REPEAT && size == 0)) {
        throw new DataFormatException("a run of code lengths that does not fit");
      }
      byte length =
          switch (symbol) {
            case REPEAT -> lengths[size - 1];
            case FEW_ZEROS, MANY_ZEROS -> 0;
            default -> (byte) symbol;
          };
      Arrays.fill(lengths, size, size + times, length);
      size += times;
    }
    return lengths;
  }

  /// Writes the head that stands for these.
  void write(BitWriter writer) {
    List<Run> runs = runs();
    int[] frequencies = new int[ORDER.length];
    for (Run run : runs) {
      frequencies[run.symbol]++;
    }
    // A code must be complete: it has two symbols at least.
    frequencies[0]++;
    frequencies[1]++;
    byte[] lengthsOfLengths = CodeLengths.of(frequencies, LONGEST_FOR_LENGTHS);
    int given = ORDER.length;
    while (lengthsOfLengths[ORDER[given - 1]] == 0) {
      given--;
    }
    writer.write(literals.length - FEWEST_LITERALS, 5);
    writer.write(distances.length - 1, 5);
    writer.write(given - 4, 4);
    for (int i = 0; i < given; i++) {
      writer.write(lengthsOfLengths[ORDER[i]], 3);
    }
    PrefixCode code = PrefixCode.known(lengthsOfLengths);
    for (Run run : runs) {
      code.write(writer, run.symbol);
      writer.write(run.extra, run.extraBits);
    }
  }

  /// A symbol that tells one code length or several, and the extra bits that follow it.
  private record Run(int symbol, int extra, int extraBits) {}

  private List<Run> runs() {
    byte[] all = Arrays.copyOf(literals, literals.length + distances.length);
    System.arraycopy(distances, 0, all, literals.length, distances.length);
    List<Run> runs = new ArrayList<>();
    int size = 0;
    while (size < all.length) {
      int equal = 1;
      while (size + equal < all.length && all[size + equal] == all[size]) {
        equal++;
      }
      size += all[size] == 0 ? addZeros(runs, equal) : addEqual(runs, all[size], equal);
    }
    return runs;
  }

  /// Tells some of so many zeros.
  private static int addZeros(List<Run> runs, int zeros) {
    int told = zeros < 3 ? 1 : Math.min(zeros, 138);
    if (told < 3) {
      runs.add(new Run(0, 0, 0));
    } else if (told < 11) {
      runs.add(new Run(FEW_ZEROS, told - 3, 3));
    } else {
      runs.add(new Run(MANY_ZEROS, told - 11, 7));
    }
    return told;
  }

  /// Tells some of so many equal lengths.
  private static int addEqual(List<Run> runs, byte length, int equal) {
    runs.add(new Run(length, 0, 0));
    if (equal < 4) {
      return 1;
    }
    int repeated = Math.min(equal - 1, 6);
    runs.add(new Run(REPEAT, repeated - 3, 2));
    return 1 + repeated;
  }
}
