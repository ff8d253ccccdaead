package dev.millrace.bench.s3.probe;

import java.net.URI;

/// Threads that each download an object over and over.
public record Load(URI object, int threads) {
  /// As many as any load has.
  public static final int MOST_THREADS = 10;

  /// As it goes from one JVM to the other.
  String line() {
    return threads + " " + object;
  }

  static Load parse(String line) {
    String[] words = line.split(" ", 2);
    return new Load(URI.create(words[1]), Integer.parseInt(words[0]));
  }
}
