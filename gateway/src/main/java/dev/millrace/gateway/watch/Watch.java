package dev.millrace.gateway.watch;

import java.time.Duration;
import java.util.function.Supplier;

/// A thread that looks at something every now and then, for as long as this is open.
///
/// Others rely on it to the end: on its letting go of slow clients, or its reading certificates
/// anew. So a look that fails is told to the log, and the next one is taken all the same.
public final class Watch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Watch.class.getName());

  private final Supplier<Duration> interval;
  private final Runnable look;
  private final Thread thread;

  private Watch(String name, Supplier<Duration> interval, Runnable look) {
    this.interval = interval;
    this.look = look;
    this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  /// Begins to look.
  ///
  /// @param name of the thread
  /// @param interval before each look
  public static Watch begin(String name, Duration interval, Runnable look) {
    return begin(name, () -> interval, look);
  }

  /// Begins to look at what is to be looked at more or less often as time goes by.
  ///
  /// @param interval asked for before each look
  public static Watch begin(String name, Supplier<Duration> interval, Runnable look) {
    Watch watch = new Watch(name, interval, look);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(interval.get());
        takeLook();
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  private void takeLook() {
    try {
      look.run();
    } catch (RuntimeException e) {
      if (!thread.isInterrupted()) {
        LOG.log(System.Logger.Level.ERROR, "the watch \"" + thread.getName() + "\" failed", e);
      }
    }
  }

  /// Ends the looking, by the interruption of a look that is under way.
  @Override
  public void close() {
    thread.interrupt();
  }
}
