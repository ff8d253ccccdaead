package dev.millrace.bench.tls.probe;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.security.GeneralSecurityException;
import java.util.Map;

/// Work that was done over and over in one thread.
///
/// @param count how often
/// @param nanos how long that took
/// @param bytes the heap that it allocated
record Meter(long count, long nanos, long bytes) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /// What is to be repeated.
  @FunctionalInterface
  interface Work {
    void doOnce() throws IOException, GeneralSecurityException;
  }

  /// Repeats the work, at least once, until the time is over.
  static Meter run(long nanos, Work work) throws IOException, GeneralSecurityException {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    long count = 0;
    long passed;
    do {
      work.doOnce();
      count++;
      passed = System.nanoTime() - start;
    } while (passed < nanos);
    return new Meter(count, passed, THREADS.getCurrentThreadAllocatedBytes() - bytes);
  }

  double perSecond() {
    return count * NANOS_PER_SECOND / nanos;
  }

  double micros() {
    return nanos / NANOS_PER_MICRO / count;
  }

  /// As an answer: rate, time and bytes of one.
  Answer answer() {
    return new Answer(
        Map.of(
            Answer.RATE,
            perSecond(),
            Answer.MICROS,
            micros(),
            Answer.BYTES,
            (double) bytes / count));
  }
}
