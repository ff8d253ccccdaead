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

  /// In bytes; with fewer, opening the connection was most of the work.
  private static final long PROGRESS = 64 << 10;

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
    rest(failures, failure);
  }

  /// Returns when it is time to ask for the rest of what broke off. Where a good part had come,
  /// that was no attempt in vain, and the rest costs nothing of the budget: it is asked for once
  /// only. Otherwise an object would be too large to be read over a network on which connections
  /// break.
  ///
  /// @param failures how many attempts have failed since the last byte came, at least 1
  /// @param received how many bytes came before it broke off
  /// @throws IOException `failure`, where there should be no other attempt
  public void pauseAfterBreak(int failures, long received, IOException failure) throws IOException {
    if (received < PROGRESS) {
      pauseAfter(failures, failure);
      return;
    }
    if (policy.attempts() == 1 || !worthwhile.test(failure)) {
      throw failure;
    }
    rest(failures, failure);
  }

  /// Notes a success that was not made through [#call].
  public void earn() {
    budget.earn();
  }

  private void rest(int failures, IOException failure) throws InterruptedIOException {
    try {
      pause.rest(policy.pause(failures, ThreadLocalRandom.current()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.addSuppressed(failure);
      throw interrupted;
    }
  }
}
