package dev.millrace.store.io;

import java.util.concurrent.atomic.AtomicLong;

/// Counts the system calls of one thread, which alone adds to it; anyone may read.
final class CallCount {
  private final AtomicLong count = new AtomicLong();

  void increment() {
    count.setOpaque(count.getPlain() + 1);
  }

  long sum() {
    return count.getOpaque();
  }
}
