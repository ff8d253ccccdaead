package dev.millrace.bench.tls.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/// What this JVM has in memory, once what nobody reaches is collected.
///
/// @param heap bytes of the heap that are in use
/// @param resident bytes of the process that are in memory, all of the heap among them
record Memory(long heap, long resident) {
  private static final int COLLECTIONS = 5;
  private static final long SETTLING_MILLIS = 50;
  private static final String RESIDENT = "VmRSS:";
  private static final int KIB = 1024;

  /// Between collections there is time for finalizers, which free the engines of Conscrypt.
  static Memory now() throws IOException, InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(SETTLING_MILLIS);
    }
    return new Memory(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), residentBytes());
  }

  /// By how much each of so many things has made it grow. The heap is in memory before the start
  /// (`-XX:+AlwaysPreTouch`), so that what the process grows by lies outside it.
  static Answer growth(Memory before, Memory after, int count) {
    double heap = (double) (after.heap - before.heap) / count;
    double outside = (double) (after.resident - before.resident) / count;
    return new Answer(Map.of(Load.Memory.HEAP, heap, Load.Memory.ALL, heap + Math.max(0, outside)));
  }

  /// See proc(5).
  private static long residentBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
          .findFirst()
          .orElseThrow();
    }
  }
}
