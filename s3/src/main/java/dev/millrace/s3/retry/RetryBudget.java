package dev.millrace.s3.retry;

import java.util.concurrent.atomic.AtomicInteger;

/// What keeps retries from becoming a load of their own: a service in trouble is not asked several
/// times for everything. Each retry costs tokens and each success earns one, so that in the long
/// run there is one retry for ten successes. Shared by all requests of a client; lock-free.
///
/// The scheme is that of the AWS SDKs' standard retry mode (AWS SDKs and Tools Reference Guide,
/// "Retry behavior").
public final class RetryBudget {
  private static final int FULL = 500;
  private static final int COST = 10;

  private final AtomicInteger tokens = new AtomicInteger(FULL);

  /// A full budget.
  public RetryBudget() {}

  /// Pays for one retry.
  ///
  /// @return false where the budget does not allow it
  public boolean spend() {
    return tokens.getAndUpdate(left -> left >= COST ? left - COST : left) >= COST;
  }

  /// Notes a request that succeeded.
  public void earn() {
    if (tokens.getPlain() < FULL) {
      tokens.updateAndGet(left -> Math.min(FULL, left + 1));
    }
  }
}
