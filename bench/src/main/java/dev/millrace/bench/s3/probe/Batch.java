package dev.millrace.bench.s3.probe;

/// What one round of one load yielded.
///
/// @param count how many downloads there were, at least 1
/// @param medianMicros the median of the microseconds that each of them took
public record Batch(long count, double medianMicros) {
  /// As it goes from one JVM to the other.
  String line() {
    return count + " " + medianMicros;
  }

  public static Batch parse(String line) {
    String[] words = line.split(" ", 2);
    return new Batch(Long.parseLong(words[0]), Double.parseDouble(words[1]));
  }
}
