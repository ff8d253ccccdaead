package dev.millrace.bench.seal.experiment;

import java.util.Arrays;

/// What an attacker believes that a block says so far, and whether the encoder would have said it
/// so.
///
/// An encoder has many ways to say the same, and zlib always takes the same one. What it never does
/// gives a wrong belief away. Above its fastest levels it goes through the earlier places that
/// begin with the same three bytes, from the nearest on and no further than 128 of them, and takes
/// the longest match. Hence, of tokens that it wrote,
///
/// - no match goes on with the byte that follows it (or it would have been longer);
/// - no nearer place matches as far;
/// - no match reaches further back than 32,506 bytes, and none of three bytes further than 4,096;
/// - the first byte of all is in no match;
/// - a literal where a match begins is followed, some literals on, by one that is longer by at
///   least as many.
///
/// Garbage breaks one of these every few tokens; the truth next to never. None of them depends on
/// which literal an unnamed one is, only on which are equal.
final class History {
  private static final int WINDOW = 32_506;
  private static final int TOO_FAR = 4_096;
  private static final int CHAIN = 128;
  private static final int PATIENCE = 16;
  private static final int HASH_BITS = 10;

  private char[] bytes = new char[1 << 10];
  private int size;
  private int[] tokens = new int[1 << 8];
  private int count;
  private int matches;

  /// The last place that begins with three bytes of a hash; before it, for each place, the one
  /// before.
  private int[] latest = new int[1 << HASH_BITS];

  private int[] earlier = new int[1 << 10];
  private int indexed;
  private int literals;
  private boolean shared;

  History() {
    Arrays.fill(latest, -1);
  }

  /// The same, to go on differently. This one must not be changed any more.
  private History(History other) {
    bytes = other.bytes;
    size = other.size;
    tokens = other.tokens;
    count = other.count;
    matches = other.matches;
    latest = other.latest;
    earlier = other.earlier;
    indexed = other.indexed;
    literals = other.literals;
    shared = true;
  }

  History branch() {
    return new History(this);
  }

  /// How many bytes there are.
  int size() {
    return size;
  }

  /// The byte at a place, or the number of an unnamed literal.
  int at(int place) {
    return bytes[place];
  }

  int[] tokens() {
    return Arrays.copyOf(tokens, count);
  }

  /// Goes on with a token.
  ///
  /// @return how many of the rules this breaks
  int add(int token) {
    return Token.isMatch(token)
        ? match(Token.length(token), Token.distance(token))
        : literal(token);
  }

  int tokenCount() {
    return count;
  }

  int matchCount() {
    return matches;
  }

  /// Goes on with a literal.
  ///
  /// @return how many of the rules this breaks
  int literal(int literal) {
    int broken = goesOnWith(literal) ? 1 : 0;
    token(literal);
    append(literal);
    literals++;
    return broken;
  }

  /// Goes on with a match.
  ///
  /// @param distance no more than there are bytes
  /// @return how many of the rules this breaks
  int match(int length, int distance) {
    int place = size;
    int broken = goesOnWith(bytes[place - distance]) ? 1 : 0;
    token(Token.match(length, distance));
    for (int i = 0; i < length; i++) {
      append(bytes[size - distance]);
    }
    matches++;
    index(place);
    broken += distance > (length == Token.SHORTEST_MATCH ? TOO_FAR : WINDOW) ? 1 : 0;
    broken += nearest(place, length, distance) ? 0 : 1;
    broken += missed(place, length);
    literals = 0;
    return broken;
  }

  private void token(int token) {
    if (shared) {
      bytes = bytes.clone();
      tokens = tokens.clone();
      latest = latest.clone();
      earlier = earlier.clone();
      shared = false;
    }
    if (count == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * count);
    }
    tokens[count++] = token;
  }

  private void append(int literal) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
      earlier = Arrays.copyOf(earlier, 2 * size);
    }
    bytes[size++] = (char) literal;
  }

  /// Whether the last token is a match that goes on with this.
  private boolean goesOnWith(int next) {
    return count > 0
        && Token.isMatch(tokens[count - 1])
        && Token.length(tokens[count - 1]) < Token.LONGEST_MATCH
        && next == bytes[size - Token.distance(tokens[count - 1])];
  }

  private boolean nearest(int place, int length, int distance) {
    int other = latest[hash(place)];
    for (int step = 0; other > place - distance; other = earlier[other]) {
      int common = common(other, place);
      step += common >= Token.SHORTEST_MATCH ? 1 : 0;
      if (step == CHAIN || common >= length) {
        return false;
      }
    }
    return true;
  }

  /// How many of the literals before a match are none that the encoder would have written.
  private int missed(int place, int length) {
    int missed = 0;
    for (int back = 1; back <= Math.min(literals, PATIENCE); back++) {
      int longest = longest(place - back);
      missed += longest >= Token.SHORTEST_MATCH && longest + back > length ? 1 : 0;
    }
    return missed;
  }

  private int longest(int place) {
    int longest = 0;
    int other = earlier[place];
    for (int step = 0; step < CHAIN && other > 0 && place - other <= WINDOW; ) {
      int length = common(other, place);
      step += length >= Token.SHORTEST_MATCH ? 1 : 0;
      if (length > Token.SHORTEST_MATCH || place - other <= TOO_FAR) {
        longest = Math.max(longest, length);
      }
      other = earlier[other];
    }
    return longest;
  }

  private int common(int other, int place) {
    int most = Math.min(size - place, Token.LONGEST_MATCH);
    int length = 0;
    while (length < most && bytes[other + length] == bytes[place + length]) {
      length++;
    }
    return length;
  }

  /// Takes note of all places before one.
  private void index(int end) {
    for (; indexed < end; indexed++) {
      int hash = hash(indexed);
      earlier[indexed] = latest[hash];
      latest[hash] = indexed;
    }
  }

  private int hash(int place) {
    int mixed =
        bytes[place] * 0x9E3779B1 ^ bytes[place + 1] * 0x85EBCA6B ^ bytes[place + 2] * 0xC2B2AE35;
    return mixed >>> (Integer.SIZE - HASH_BITS);
  }
}
