package dev.millrace.s3.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How often to try, and how long to wait in between. Pauses grow and are drawn at random from all
/// of what they have grown to, so that many who failed together do not come back together ("full
/// jitter", Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
///
/// @param attempts how often to try in all, at least 1
/// @param firstPause the bound of the first pause; it doubles with each
/// @param longestPause what the bound grows to
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause) {
  private static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
  private static final RetryPolicy STANDARD =
      new RetryPolicy(4, Duration.ofMillis(100), Duration.ofSeconds(5));

  public RetryPolicy {
    if (attempts < 1 || firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
      throw new IllegalArgumentException(
          attempts + " attempts with pauses from " + firstPause + " to " + longestPause);
    }
  }

  /// One attempt.
  public static RetryPolicy none() {
    return NONE;
  }

  /// Four attempts, with pauses of up to 100, 200 and 400 ms.
  public static RetryPolicy standard() {
    return STANDARD;
  }

  public RetryPolicy withAttempts(int attempts) {
    return new RetryPolicy(attempts, firstPause, longestPause);
  }

  /// The pause after that many failures in a row, at least 1.
  public Duration pause(int failures, RandomGenerator random) {
    long first = firstPause.toNanos();
    long bound = longestPause.toNanos();
    int doublings = failures - 1;
    if (doublings < Long.numberOfLeadingZeros(first) - 1) {
      bound = Math.min(bound, first << doublings);
    }
    return Duration.ofNanos(random.nextLong(bound + 1));
  }
}
