package dev.millrace.fleet.zookeeper;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what other threads and other processes bring about.
final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration INTERVAL = Duration.ofMillis(5);

  private Eventually() {}

  /// Looks at `actual` until it is as expected, and fails with the last that was seen.
  static <T> T until(Supplier<T> actual, Predicate<? super T> expected) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    T seen = actual.get();
    while (!expected.test(seen)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("still " + seen);
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
      seen = actual.get();
    }
    return seen;
  }
}
