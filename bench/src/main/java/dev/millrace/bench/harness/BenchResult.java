package dev.millrace.bench.harness;

/// One figure of ours beside the same figure of a peer.
///
/// @param bench the name of the bench
/// @param words what was measured, as `name=value` words separated by blanks
/// @param unit what the figures count, such as `req/s`
/// @param better which way the unit is read
/// @param peer the peer's short name in lower case
public record BenchResult(
    String bench,
    String words,
    String unit,
    Better better,
    Spread ours,
    String peer,
    Spread theirs) {

  public BenchResult {
    if (!words.matches("[^\\s=]+=[^\\s=]+( [^\\s=]+=[^\\s=]+)*")) {
      throw new IllegalArgumentException("not made of name=value words: " + words);
    }
  }

  /// How many times better our median is than the peer's; less than 1 where ours is worse, and
  /// infinite or not a number where the one that it is held against is 0.
  public double ratio() {
    return switch (better) {
      case HIGHER -> ours.median() / theirs.median();
      case LOWER -> theirs.median() / ours.median();
    };
  }
}
