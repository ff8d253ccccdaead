package dev.millrace.bench.store.gc;

/// How requests were served.
///
/// @param begin seconds from the start of the JVM to the first request
/// @param end seconds from the start of the JVM to the last
/// @param rate requests per microsecond, of all threads together
/// @param misses the share of requests that found nothing
/// @param longest milliseconds that the slowest request took
/// @param slow milliseconds that one request in a thousand took, or longer
record Service(double begin, double end, double rate, double misses, double longest, double slow) {
  private static final int FIELDS = 6;

  /// As it goes from one JVM to the other.
  String line() {
    return "%s %s %s %s %s %s".formatted(begin, end, rate, misses, longest, slow);
  }

  static Service parse(String line) {
    String[] words = line.split(" ", FIELDS);
    double[] fields = new double[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
      fields[i] = Double.parseDouble(words[i]);
    }
    return new Service(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
  }
}
