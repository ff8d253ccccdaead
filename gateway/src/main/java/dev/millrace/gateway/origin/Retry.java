package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Asks again where asking again can help, after the pauses of a [RetryPolicy].
///
/// Used by any number of threads at once.
public final class Retry {
  /// The longest pause between two tries.
  public static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /// One try.
  @FunctionalInterface
  public interface Attempt<T> {
    T run() throws IOException;
  }

  /// How time is let pass between two tries.
  @FunctionalInterface
  public interface Pause {
    void rest(Duration length) throws InterruptedException;
  }

  private volatile RetryPolicy policy;
  private final Pause pause;

  /// @param attempts how often to try in all, at least 1
  public Retry(int attempts, Pause pause) {
    this.policy = policy(attempts);
    this.pause = pause;
  }

  private static RetryPolicy policy(int attempts) {
    return new RetryPolicy(attempts, FIRST_PAUSE, LONGEST_PAUSE);
  }

  /// From now on so many tries are made in all.
  public void renew(int attempts) {
    policy = policy(attempts);
  }

  /// The result of the first attempt that succeeds.
  ///
  /// @throws OriginException the last failure, or the first that is not transient
  public <T> T call(Attempt<T> attempt) throws OriginException {
    RetryPolicy policy = this.policy;
    for (int failures = 0; ; ) {
      OriginException failure;
      try {
        return attempt.run();
      } catch (IOException e) {
        failure = classified(e);
      }
      failures++;
      if (failures == policy.attempts() || !failure.reason().isTransient()) {
        throw failure;
      }
      rest(policy.pause(failures, ThreadLocalRandom.current()), failure);
    }
  }

  private void rest(Duration length, OriginException failure) throws OriginException {
    try {
      pause.rest(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /// What an attempt failed of, as origins say it.
  public static OriginException classified(IOException e) {
    return switch (e) {
      case OriginException known -> known;
      case SocketTimeoutException _ ->
          new OriginException(Reason.TIMED_OUT, "the origin is silent: " + e.getMessage(), e);
      case InterruptedIOException _ ->
          new OriginException(Reason.TIMED_OUT, "interrupted: " + e.getMessage(), e);
      default -> new OriginException(Reason.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    };
  }
}
