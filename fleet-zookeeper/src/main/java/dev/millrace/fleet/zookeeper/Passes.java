package dev.millrace.fleet.zookeeper;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Makes a pass again and again: whenever somebody wakes it, a second after one that failed, and
/// ten after any other. What becomes due by time alone is looked for each second. One pass at a
/// time, on a thread of its own.
final class Passes implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Passes.class.getName());
  private static final long LOOK_MILLIS = 1000;
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private final BooleanSupplier isDue;
  private final Pass pass;
  private final Semaphore wakes = new Semaphore(1);
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile @Nullable Throwable failure;

  interface Pass {
    /// Returns false if it is to be made again at once.
    boolean run() throws Exception;
  }

  /// @param isDue whether a pass has something to do that nobody wakes it for; asks no server
  Passes(String name, BooleanSupplier isDue, Pass pass) {
    this.isDue = isDue;
    this.pass = pass;
    this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Has a pass begin that sees whatever was so before.
  void wake() {
    wakes.release();
  }

  /// Why the last pass failed, or null if it did not.
  @Nullable Throwable failure() {
    return failure;
  }

  private void run() {
    try {
      long last = System.nanoTime();
      while (!isClosed) {
        boolean isWoken = wakes.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        boolean isOld = System.nanoTime() - last >= INTERVAL.toNanos();
        if (isWoken || isOld || failure != null || isDue.getAsBoolean()) {
          wakes.drainPermits();
          makePass();
          last = System.nanoTime();
        }
      }
    } catch (InterruptedException _) {
      // Only close interrupts.
    }
  }

  private void makePass() throws InterruptedException {
    try {
      if (!pass.run()) {
        wake();
      }
      failure = null;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failure = e;
      LOG.log(Level.DEBUG, "a pass failed", e);
    } catch (Error e) {
      // A node whose passes end would go on with its last list and say nothing.
      failure = e;
      LOG.log(Level.WARNING, "a pass failed", e);
    }
  }

  /// Ends it; also a pass that is under way.
  @Override
  public void close() {
    isClosed = true;
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    thread.interrupt();
    try {
      var _ = thread.join(LONGEST_END);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
