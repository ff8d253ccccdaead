package dev.millrace.bench.store.memory.probe;

/// What one round yields.
///
/// @param rate operations per microsecond, of all threads together
/// @param misses the share of operations that were reads and found nothing
public record Throughput(double rate, double misses) {
  /// As it goes from one JVM to the other.
  String line() {
    return rate + " " + misses;
  }

  public static Throughput parse(String line) {
    String[] words = line.split(" ", 2);
    return new Throughput(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
  }
}
