package dev.millrace.gateway.fleet;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Looks after all who wait for one peer.
///
/// A peer that is silent may be gone, or wait for its origin. Who waits cannot tell. So once one of
/// them has waited for the timeout, and none has heard anything meanwhile, the peer is asked, once
/// for all, whether it is there, and again after each further timeout of silence. If it is there,
/// they wait on, and nothing is asked for twice. If it is not, all are interrupted, which closes
/// their connections, and go elsewhere at once.
///
/// One thread does that, for as long as anybody waits. A wait costs two changes of a concurrent
/// set.
///
/// Safe for use by any number of threads.
final class Vigil {
  private final String name;
  private final long timeout;
  private final BooleanSupplier isThere;
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isKept = new AtomicBoolean();
  private volatile long heard = System.nanoTime();

  /// @param name of the thread
  /// @param timeout how long the peer may be silent before it is asked
  /// @param isThere asks it
  Vigil(String name, Duration timeout, BooleanSupplier isThere) {
    this.name = name;
    this.timeout = timeout.toNanos();
    this.isThere = isThere;
  }

  /// Something that waits for the peer.
  @FunctionalInterface
  interface Step<T> {
    T run() throws IOException;
  }

  /// Runs `step`. It is interrupted, and is expected to fail then, if the peer turns out not to be
  /// there; the interruption ends with it.
  <T> T during(Step<T> step) throws IOException {
    Wait wait = new Wait();
    waits.add(wait);
    try {
      keep();
      T answer = step.run();
      heard = System.nanoTime();
      return answer;
    } finally {
      waits.remove(wait);
      wait.end();
    }
  }

  private void keep() {
    if (!isKept.get() && isKept.compareAndSet(false, true)) {
      Thread.ofVirtual().name(name).start(this::look);
    }
  }

  private void look() {
    try {
      lookAfterAll();
    } finally {
      isKept.set(false);
      if (!waits.isEmpty()) {
        keep();
      }
    }
  }

  private void lookAfterAll() {
    long asked = System.nanoTime();
    while (!waits.isEmpty()) {
      long now = System.nanoTime();
      long silence = Math.min(Math.min(now - asked, now - heard), longest(now));
      if (silence < timeout) {
        LockSupport.parkNanos(timeout - silence);
      } else {
        if (!isThere.getAsBoolean()) {
          waits.forEach(Wait::interrupt);
        }
        asked = System.nanoTime();
      }
    }
  }

  private long longest(long now) {
    return waits.stream().mapToLong(wait -> now - wait.since).max().orElse(0);
  }

  /// A thread that waits. It is never interrupted after its wait has ended.
  private static final class Wait {
    private final Thread who = Thread.currentThread();
    private final long since = System.nanoTime();
    private boolean isInterrupted;
    private boolean isOver;

    synchronized void interrupt() {
      if (!isOver) {
        isInterrupted = true;
        who.interrupt();
      }
    }

    synchronized void end() {
      isOver = true;
      if (isInterrupted) {
        boolean _ = Thread.interrupted();
      }
    }
  }
}
