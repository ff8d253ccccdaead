package dev.millrace.bench.s3.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a JVM has of the machine's memory, read from `/proc` (proc(5)), in bytes.
///
/// @param now its resident set (VmRSS)
/// @param peak the most that this was so far (VmHWM)
/// @param heap what of its heap is resident now
record Resident(long now, long peak, long heap) {
  /// The flag of a JVM that lets it say where its heap is, as it starts.
  static final String TELLING_FLAG = "-Xlog:gc+heap+coops=debug:stderr";

  /// What it says then.
  static final Pattern HEAP = Pattern.compile("Heap address: 0x(\\p{XDigit}+), size: (\\d+) MB");

  private static final Pattern MAPPING = Pattern.compile("(\\p{XDigit}+)-\\p{XDigit}+ .*");
  private static final int KILO = 1 << 10;
  private static final int MEGA = 1 << 20;

  /// @param heap what matched [#HEAP]
  static Resident of(ProcessHandle process, MatchResult heap) throws IOException {
    Path folder = Path.of("/proc", Long.toString(process.pid()));
    String status = Files.readString(folder.resolve("status"));
    long start = Long.parseUnsignedLong(heap.group(1), 16);
    long end = start + Long.parseLong(heap.group(2)) * MEGA;
    return new Resident(
        kilobytes(status, "VmRSS"),
        kilobytes(status, "VmHWM"),
        within(Files.readAllLines(folder.resolve("smaps")), start, end));
  }

  /// A line of `status`.
  static long kilobytes(String status, String name) {
    Matcher matcher = Pattern.compile("(?m)^" + name + ":\\s+(\\d+) kB$").matcher(status);
    if (!matcher.find()) {
      throw new IllegalArgumentException(name + " is not told");
    }
    return Long.parseLong(matcher.group(1)) * KILO;
  }

  /// What is resident of the mappings that begin between two addresses.
  static long within(List<String> smaps, long start, long end) {
    long sum = 0;
    boolean inside = false;
    for (String line : smaps) {
      Matcher mapping = MAPPING.matcher(line);
      if (mapping.matches()) {
        long address = Long.parseUnsignedLong(mapping.group(1), 16);
        inside =
            Long.compareUnsigned(address, start) >= 0 && Long.compareUnsigned(address, end) < 0;
      } else if (inside && line.startsWith("Rss:")) {
        sum += kilobytes(line, "Rss");
      }
    }
    return sum;
  }

  /// What came on top of `before`. A heap that does not shrink was never larger than it is now, so
  /// what was outside of it at the peak is not told too high.
  Growth since(Resident before) {
    return new Growth(peak - before.now, peak - heap - (before.now - before.heap));
  }

  /// How much more there was at the peak, in all and outside the heap.
  record Growth(long peak, long outsideHeap) {}
}
