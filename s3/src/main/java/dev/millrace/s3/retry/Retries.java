package dev.millrace.s3.retry;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/// Asks again where that may help, as a policy and a budget allow. Safe for use by several threads.
public final class Retries {
  /// One attempt.
  @FunctionalInterface
  public interface Attempt<T> {
    T run() throws IOException;
  }

  /// How time is let pass.
  @FunctionalInterface
  public interface Pause {
    void rest(Duration length) throws InterruptedException;
  }

  private final RetryPolicy policy;
  private final RetryBudget budget;
  private final Predicate<IOException> worthwhile;
  private final Pause pause;

  /// @param worthwhile whether another attempt after such a failure may succeed
  public Retries(RetryPolicy policy, RetryBudget budget, Predicate<IOException> worthwhile) {
    this(policy, budget, worthwhile, Thread::sleep);
  }

  private Retries(
      RetryPolicy policy, RetryBudget budget, Predicate<IOException> worthwhile, Pause pause) {
    this.policy = policy;
    this.budget = budget;
    this.worthwhile = worthwhile;
    this.pause = pause;
  }

  /// The same budget under another policy.
  public Retries under(RetryPolicy other) {
    return new Retries(other, budget, worthwhile, pause);
  }

  /// The same policy and budget, with time passing in another way.
  public Retries pausing(Pause other) {
    return new Retries(policy, budget, worthwhile, other);
  }

  /// The result of the first attempt that succeeds.
  ///
  /// @throws IOException the last failure, or the first that another attempt would meet again
  public <T> T call(Attempt<T> attempt) throws IOException {
    for (int failures = 0; ; ) {
      try {
        T result = attempt.run();
        budget.earn();
        return result;
      } catch (IOException e) {
        pauseAfter(++failures, e);
      }
    }
  }

  /// Returns when it is time for another attempt.
  ///
  /// @param failures how many attempts have failed in a row, at least 1
  /// @throws IOException `failure`, where there should be none
  public void pauseAfter(int failures, IOException failure) throws IOException {
    if (failures >= policy.attempts() || !worthwhile.test(failure) || !budget.spend()) {
      throw failure;
    }
    try {
      pause.rest(policy.pause(failures, ThreadLocalRandom.current()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.addSuppressed(failure);
      throw interrupted;
    }
  }

  /// Notes a success that was not made through [#call].
  public void earn() {
    budget.earn();
  }
}
