package dev.millrace.gateway.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C or SIGTERM, as an interrupt of the thread that works: the process ends when that has
/// removed what is unfinished, or after a second, with the exit status of the signal.
final class Interruption {
  /// The exit status of a command that Ctrl-C ended.
  private static final int INTERRUPTED = 130;

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::stop);
  private volatile boolean arrived;

  private Interruption() {}

  /// Does the work of a command, in this thread; it has to leave nothing unfinished.
  ///
  /// @return the exit status
  /// @throws CommandFailure that of `work`, unless a signal is why it failed
  static int during(Runnable work) {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    try {
      work.run();
      return 0;
    } catch (CommandFailure e) {
      if (interruption.arrived) {
        return INTERRUPTED;
      }
      throw e;
    } finally {
      interruption.end();
    }
  }

  private void end() {
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
