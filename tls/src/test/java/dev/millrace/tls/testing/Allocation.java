package dev.millrace.tls.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts the bytes that this thread allocates. For one thread.
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long total;
  private long start;

  /// Counts from here on.
  public void resume() {
    start = THREADS.getCurrentThreadAllocatedBytes();
  }

  /// Counts no further, until it is resumed.
  public void pause() {
    total += THREADS.getCurrentThreadAllocatedBytes() - start;
  }

  /// What was allocated between each [#resume] and [#pause].
  public long bytes() {
    return total;
  }
}
