package dev.millrace.gateway.fleet;

import java.time.Duration;

/// How long peers take to begin their answers, all of them together: the mean, in which each newer
/// answer counts for a sixty-fourth. It tells which answer is odd.
///
/// Safe for use by any number of threads.
final class Pace {
  private static final int REMEMBERED = 64;
  private static final int TIMES_SLOWER = 3;

  /// What is faster is not worth a fallback.
  static final Duration BEARABLE = Duration.ofMillis(20);

  private int count;
  private double mean;

  /// Takes an answer that began after so many nanoseconds.
  ///
  /// @return whether it was so late that the peer may be slow; or its origin was
  synchronized boolean add(long nanos) {
    boolean isOdd = count > 0 && nanos > BEARABLE.toNanos() && nanos > TIMES_SLOWER * mean;
    count = Math.min(count + 1, REMEMBERED);
    mean += (nanos - mean) / count;
    return isOdd;
  }
}
