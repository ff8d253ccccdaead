package dev.millrace.bench.seal.experiment;

/// What an attacker read of a sealed object.
///
/// @param content the content of its first block; bytes that stay open are guesses
/// @param known how many bytes of it the attacker had been given
public record Recovered(byte[] content, int known) {
  /// The share of all bytes not given to the attacker that are right, from 0 to 1.
  ///
  /// @param truth all content of the object, of which more is not known than was given
  public double share(byte[] truth) {
    int right = 0;
    for (int i = known; i < Math.min(content.length, truth.length); i++) {
      right += content[i] == truth[i] ? 1 : 0;
    }
    return (double) right / (truth.length - known);
  }
}
