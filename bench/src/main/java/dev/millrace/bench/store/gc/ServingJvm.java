package dev.millrace.bench.store.gc;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.store.Draws;
import dev.millrace.bench.store.Stamp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// The program of a JVM that keeps entries and answers requests for them: fills what keeps them,
/// serves, and prints a [Service] as its last line.
///
/// Threads ask for one entry after the other as fast as they are answered. The time of a request
/// ends where that of the next begins, so that no stop of the JVM falls between two.
public final class ServingJvm {
  static final int THREADS = 2;
  private static final int DIGITS = 3;
  private static final double SLOW_PERCENTILE = 99.9;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  /// Entries are put in an order that has nothing to do with how often they are asked for.
  private static final long STRIDE = 1_000_000_007;

  private final Holder holder;
  private final Draws draws;
  private final long nanos;

  private ServingJvm(Holder holder, Draws draws, long nanos) {
    this.holder = holder;
    this.draws = draws;
    this.nanos = nanos;
  }

  /// @param arguments the setting, the entries, and the seconds
  static void main(String[] arguments) {
    try {
      int entries = Integer.parseInt(arguments[1]);
      Draws draws = new Draws(entries);
      Holder holder = Setting.valueOf(arguments[0]).open(entries);
      fill(holder, entries);
      long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[2]));
      System.out.println("\n" + new ServingJvm(holder, draws, nanos).serve().line());
      // Without waiting for what keeps the entries to be freed.
      Runtime.getRuntime().halt(0);
    } catch (Exception | OutOfMemoryError e) {
      e.printStackTrace();
      System.out.println(e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static void fill(Holder holder, int entries) {
    byte[] value = new byte[Scale.VALUE];
    for (int i = 0; i < entries; i++) {
      int number = (int) (i * STRIDE % entries);
      Stamp.write(value, number);
      holder.put(number, value);
    }
  }

  private Service serve() throws IOException, InterruptedException {
    List<Callable<Tally>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int start = Draws.start(i, THREADS);
      work.add(() -> serve(start));
    }
    double begin = uptime();
    List<Tally> tallies = new Crew(THREADS).run(work);
    double end = uptime();
    Histogram all = new Histogram(DIGITS);
    tallies.forEach(tally -> all.add(tally.times()));
    long misses = tallies.stream().mapToLong(Tally::misses).sum();
    return new Service(
        begin,
        end,
        all.getTotalCount() * NANOS_PER_MICRO / nanos,
        (double) misses / all.getTotalCount(),
        all.getMaxValue() / NANOS_PER_MILLI,
        all.getValueAtPercentile(SLOW_PERCENTILE) / NANOS_PER_MILLI);
  }

  private static double uptime() {
    return ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND;
  }

  /// What one thread did.
  private record Tally(Histogram times, long misses) {}

  private Tally serve(int start) {
    Histogram times = new Histogram(DIGITS);
    byte[] value = new byte[Scale.VALUE];
    long misses = 0;
    int point = start;
    long begin = System.nanoTime();
    for (long before = begin, now; before - begin < nanos; before = now) {
      if (!request(draws.at(point++), value)) {
        misses++;
      }
      now = System.nanoTime();
      times.recordValue(now - before);
    }
    return new Tally(times, misses);
  }

  /// @return whether it was found, or was to be put
  private boolean request(int draw, byte[] value) {
    if (draw < 0) {
      put(~draw, value);
      return true;
    }
    byte[] answer = holder.answer(draw);
    if (answer == null) {
      put(draw, value);
      return false;
    }
    if (Stamp.read(answer) != draw) {
      throw new IllegalStateException("under key %d was another's value".formatted(draw));
    }
    return true;
  }

  private void put(int key, byte[] value) {
    Stamp.write(value, key);
    holder.put(key, value);
  }
}
