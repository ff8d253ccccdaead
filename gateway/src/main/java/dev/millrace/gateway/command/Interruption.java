package dev.millrace.gateway.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C or SIGTERM, as an interrupt of the thread that works: the process ends when that has
/// removed what is unfinished, or after a second, with the exit status of the signal.
final class Interruption implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::stop);
  private volatile boolean arrived;

  private Interruption() {}

  /// From now on a signal interrupts the thread that called this.
  static Interruption ofThisThread() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /// Whether the process is ending.
  boolean hasArrived() {
    return arrived;
  }

  /// To be called when nothing unfinished is left.
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending already.
    }
  }

  private void stop() {
    arrived = true;
    worker.interrupt();
    try {
      over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
