package dev.millrace.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Threads that start at once: workers, each of which comes to an end, and observers, each of which
/// looks again and again until the workers have ended.
final class Together {
  interface Task {
    void run() throws Exception;
  }

  private static final int LIMIT_SECONDS = 60;

  private final List<Task> workers = new ArrayList<>();
  private final List<Task> observers = new ArrayList<>();
  private final int limitSeconds;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  Together() {
    this(LIMIT_SECONDS);
  }

  /// @param limitSeconds after how long a worker that has not ended never will
  Together(int limitSeconds) {
    this.limitSeconds = limitSeconds;
  }

  Together worker(Task task) {
    workers.add(task);
    return this;
  }

  Together observer(Task task) {
    observers.add(task);
    return this;
  }

  boolean hasFailed() {
    return failure.get() != null;
  }

  /// Runs all, and throws what the first of them threw.
  void run() throws InterruptedException {
    AtomicInteger working = new AtomicInteger(workers.size());
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (Task worker : workers) {
      threads.add(
          thread(
              start,
              () -> {
                try {
                  worker.run();
                } finally {
                  working.decrementAndGet();
                }
              }));
    }
    for (Task observer : observers) {
      threads.add(
          thread(
              start,
              () -> {
                do {
                  observer.run();
                } while (working.get() > 0 && !hasFailed());
              }));
    }
    start.countDown();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
    }
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        AssertionError hangs = new AssertionError("hangs: " + thread);
        hangs.setStackTrace(thread.getStackTrace());
        failure.accumulateAndGet(hangs, Together::both);
      }
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new AssertionError(thrown.getMessage(), thrown);
    }
  }

  private Thread thread(CountDownLatch start, Task task) {
    Thread thread =
        new Thread(() -> {
          try {
            start.await();
            task.run();
          } catch (Throwable e) {
            failure.accumulateAndGet(e, Together::both);
          }
        });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static Throwable both(@Nullable Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    first.addSuppressed(second);
    return first;
  }
}
