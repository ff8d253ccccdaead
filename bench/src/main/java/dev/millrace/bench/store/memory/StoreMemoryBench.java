package dev.millrace.bench.store.memory;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.memory.probe.Throughput;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import java.io.File;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The memory tier beside Caffeine, OHC, Ehcache's off-heap tier and Chronicle Map: operations per
/// microsecond, 95 of 100 of them reads, and memory per entry.
///
/// All sides take turns, each in a JVM of its own that is full of entries before anything counts. A
/// read looks at the first, the middle and the last 8 bytes of the value, which tell whether it is
/// the right one.
public final class StoreMemoryBench implements Bench {
  private static final String NAME = "store-memory";
  private static final double PER_MILLION = 1e6;
  private static final Pattern LIBRARY =
      Pattern.compile("(caffeine|chronicle-map|ehcache|ohc-core)-\\d.*");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "reads and puts, ops/us and B/entry (peers: Caffeine, OHC, Ehcache, Chronicle Map)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    report.note(pace.toString());
    report.note("load:    95 % reads, 5 % puts, keys of 16 bytes by Zipf's law (0.99)");
    report.note("peers:   " + String.join(", ", libraries()));
    report.note("flags:   " + String.join(" ", SideJvm.FLAGS));
    report.note(
        "heap:    %s; caffeine: %s"
            .formatted(String.join(" ", SideJvm.HEAP), String.join(" ", SideJvm.HEAP_OF_ALL)));
    report.note("memory:  ehcache takes up all that it is given as it starts, used or not");
    Set<Side> absent = EnumSet.noneOf(Side.class);
    try (Workbench workbench = Workbench.open()) {
      for (Shape shape : pace.shapes()) {
        measure(workbench, pace, shape, absent, report);
      }
      for (Shape shape : pace.footprints()) {
        weigh(workbench, pace, shape, absent, report);
      }
    }
  }

  private static List<String> libraries() throws IOException {
    return ClassPath.jars(ClassPath.own() + File.pathSeparator + SideJvm.peers()).stream()
        .filter(LIBRARY.asMatchPredicate())
        .toList();
  }

  private static void measure(
      Workbench workbench, Pace pace, Shape shape, Set<Side> absent, BenchReport report)
      throws IOException, InterruptedException {
    try (Laboratory laboratory = Laboratory.open(workbench, pace, shape, absent, report)) {
      for (int threads : pace.threads()) {
        String words = "value=%d threads=%d".formatted(shape.value(), threads);
        report.progress("measuring " + words);
        Rounds<Side, Throughput> rounds = laboratory.measure(threads);
        noteMisses(words, laboratory.sides(), rounds, report);
        for (Side ours : List.of(Side.MILLRACE, Side.MILLRACE_COPY)) {
          for (Side peer : laboratory.sides()) {
            if (!peer.isOurs()) {
              report.result(throughput(words, rounds, ours, peer));
            }
          }
        }
      }
    }
  }

  private static BenchResult throughput(
      String words, Rounds<Side, Throughput> rounds, Side ours, Side peer) {
    return new BenchResult(
        NAME,
        "%s read=%s".formatted(words, ours == Side.MILLRACE ? "in-place" : "copy"),
        "ops/us",
        Better.HIGHER,
        rounds.spread(ours, Throughput::rate),
        peer.word(),
        rounds.spread(peer, Throughput::rate));
  }

  /// There should be none: all caches have room for all entries.
  private static void noteMisses(
      String words, List<Side> sides, Rounds<Side, Throughput> rounds, BenchReport report) {
    for (Side side : sides) {
      double most = rounds.spread(side, Throughput::misses).max();
      if (most > 0) {
        report.note(
            "misses:  %s %s: up to %.1f in a million"
                .formatted(side.word(), words, most * PER_MILLION));
      }
    }
  }

  private static void weigh(
      Workbench workbench, Pace pace, Shape shape, Set<Side> absent, BenchReport report)
      throws IOException, InterruptedException {
    report.progress("weighing values of %d bytes".formatted(shape.value()));
    Rounds<Side, Double> rounds =
        Rounds.interleaved(
            pace.footprintRounds(),
            Side.STORING,
            side -> weigh(workbench, side, shape, absent, report));
    for (Side peer : Side.STORING) {
      if (!peer.isOurs() && !absent.contains(peer)) {
        report.result(
            new BenchResult(
                NAME,
                "op=memory value=%d entries=%d".formatted(shape.value(), shape.entries()),
                "B/entry",
                Better.LOWER,
                rounds.spread(Side.MILLRACE, Double::doubleValue),
                peer.word(),
                rounds.spread(peer, Double::doubleValue)));
      }
    }
  }

  /// The memory of one JVM, or no number for a peer that does not run.
  private static double weigh(
      Workbench workbench, Side side, Shape shape, Set<Side> absent, BenchReport report)
      throws IOException, InterruptedException {
    if (absent.contains(side)) {
      return Double.NaN;
    }
    try {
      return SideJvm.footprint(workbench, side, shape);
    } catch (IOException e) {
      if (side.isOurs()) {
        throw e;
      }
      absent.add(side);
      report.absent(side.word(), String.valueOf(e.getMessage()));
      return Double.NaN;
    }
  }
}
