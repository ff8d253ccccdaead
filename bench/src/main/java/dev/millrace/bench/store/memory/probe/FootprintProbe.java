package dev.millrace.bench.store.memory.probe;

import dev.millrace.bench.store.memory.side.Contender;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The program that measures what an entry takes up: prints by how many bytes for each entry the
/// process has grown with a full cache, beyond the bytes of keys and values.
///
/// That is what is in use of the heap after a collection, and what of the process is in memory
/// (VmRSS) outside the heap: the heap is in memory before the start (`-XX:+AlwaysPreTouch`), so
/// that it adds nothing to the latter.
public final class FootprintProbe {
  private static final String RESIDENT = "VmRSS:";
  private static final int KIB = 1024;
  private static final int COLLECTIONS = 3;

  /// What is put and thrown away before, so that the code has been loaded and compiled: often, and
  /// few, as the C library keeps what is freed.
  private static final int FIRST_ENTRIES = 20_000;

  private static final int FIRST_FILLS = 100;

  private FootprintProbe() {}

  /// @param arguments the side, the entries, and the length of their values
  static void main(String[] arguments) {
    Side side = Side.valueOf(arguments[0]);
    Shape shape = new Shape(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    try {
      System.out.println("\n" + overhead(side, shape));
      System.exit(0);
    } catch (Exception | LinkageError | AssertionError | OutOfMemoryError e) {
      e.printStackTrace();
      System.out.println(e);
      System.exit(1);
    }
  }

  private static double overhead(Side side, Shape shape) throws IOException {
    Shape first = new Shape(FIRST_ENTRIES, shape.value());
    try (Contender<?> cache = side.open(first)) {
      for (int i = 0; i < FIRST_FILLS; i++) {
        Workload.fill(cache, first);
      }
    }
    long before = memory();
    Contender<?> cache = side.open(shape);
    Workload.fill(cache, shape);
    try {
      return (double) (memory() - before - shape.content()) / shape.entries();
    } finally {
      Reference.reachabilityFence(cache);
    }
  }

  private static long memory() throws IOException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + resident();
  }

  /// See proc(5).
  private static long resident() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
          .findFirst()
          .orElseThrow();
    }
  }
}
