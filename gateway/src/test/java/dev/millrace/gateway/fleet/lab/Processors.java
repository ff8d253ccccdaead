package dev.millrace.gateway.fleet.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// What the processors of this machine have done so far, in milliseconds, as Linux counts it.
///
/// @param all of all processors, idle or not
/// @param busy of that, what was not idle, or was given to other virtual machines
/// @param own of that, what this process used, and all that it started and that still run
record Processors(long all, long busy, long own) {
  private static final Path COUNTS = Path.of("/proc/stat");
  private static final int TICK_MILLIS = 10;

  static Processors now() throws IOException {
    try (Stream<String> lines = Files.lines(COUNTS)) {
      // proc_stat(5): cpu user nice system idle iowait irq softirq steal …
      long[] ticks =
          Arrays.stream(lines.findFirst().orElseThrow().split(" +"))
              .skip(1)
              .limit(8)
              .mapToLong(Long::parseLong)
              .toArray();
      long all = LongStream.of(ticks).sum();
      long idle = ticks[3] + ticks[4];
      return new Processors(all * TICK_MILLIS, (all - idle) * TICK_MILLIS, ownMillis());
    }
  }

  private static long ownMillis() {
    ProcessHandle here = ProcessHandle.current();
    return Stream.concat(Stream.of(here), here.descendants())
        .mapToLong(each -> each.info().totalCpuDuration().orElse(Duration.ZERO).toMillis())
        .sum();
  }

  /// The share of all processors, from 0 to 1, that others have used since then.
  double othersSince(Processors then) {
    long others = (busy - then.busy) - (own - then.own);
    // The kernel takes samples of the one, and measures the other.
    return Math.max(0, (double) others / (all - then.all));
  }
}
