package dev.millrace.store.io;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Lets in whoever comes until it is shut; who shuts it waits until all have left.
final class Gate {
  private static final int SHUT = Integer.MIN_VALUE;

  /// How many are inside, and [#SHUT].
  private final AtomicInteger state = new AtomicInteger();

  private final CountDownLatch left = new CountDownLatch(1);

  /// Whether it lets in: not if it is shut.
  boolean enter() {
    if (state.incrementAndGet() > 0) {
      return true;
    }
    leave();
    return false;
  }

  void leave() {
    if (state.decrementAndGet() == SHUT) {
      left.countDown();
    }
  }

  /// Shuts it and waits, also when interrupted; an interrupt stays pending.
  void shut() {
    if (state.getAndUpdate(before -> before | SHUT) == 0) {
      left.countDown();
    }
    boolean interrupted = false;
    while (left.getCount() > 0) {
      try {
        left.await();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
