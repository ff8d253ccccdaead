package dev.millrace.bench.store.gc;

import dev.millrace.bench.harness.Crew;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// The program that measures for how long the machine itself holds up threads that never wait: as
/// many as serve requests look at the clock, and at nothing else, in a JVM that never collects.
/// Prints what it saw.
///
/// A thread that is held up may be the one that a collector waits for.
final class HoldUpProbe {
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  /// From here on it is counted.
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(1);

  private HoldUpProbe() {}

  /// @param arguments the seconds
  static void main(String[] arguments) throws IOException, InterruptedException {
    long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
    int threads = ServingJvm.THREADS;
    Callable<Histogram> look = () -> look(nanos);
    Histogram all = new Histogram(DIGITS);
    new Crew(threads).run(Collections.nCopies(threads, look)).forEach(all::add);
    System.out.printf(
        "machine: %d threads that only look at the clock were held up for %.1f ms at most, "
            + "%d times for more than 1 ms%n",
        threads,
        all.getMaxValue() / NANOS_PER_MILLI,
        all.getCountBetweenValues(LONG, Long.MAX_VALUE));
  }

  private static Histogram look(long nanos) {
    Histogram gaps = new Histogram(DIGITS);
    long begin = System.nanoTime();
    for (long before = begin, now; before - begin < nanos; before = now) {
      now = System.nanoTime();
      gaps.recordValue(now - before);
    }
    return gaps;
  }
}
