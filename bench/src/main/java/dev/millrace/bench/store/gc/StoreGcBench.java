package dev.millrace.bench.store.gc;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.process.Workbench;
import dev.millrace.gateway.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The failure that memory off the heap is for: pauses of a program that keeps millions of small
/// entries on the heap, with each collector, beside one that keeps them in the memory tier.
///
/// Each setting runs once, and alone: it needs most of the machine's memory.
public final class StoreGcBench implements Bench {
  private static final String NAME = "store-gc";
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +(\\d+) kB");
  private static final int KIB_PER_MIB = 1 << 10;

  /// What is told of each setting.
  ///
  /// @param word what it is called
  private record Measure(
      String word, String unit, Better better, ToDoubleFunction<Outcome> figure) {}

  private static final List<Measure> MEASURES =
      List.of(
          new Measure("longest-pause", "ms", Better.LOWER, Outcome::longestPause),
          new Measure("longest-at-safepoint", "ms", Better.LOWER, Outcome::longestStanding),
          new Measure("all-pauses", "ms", Better.LOWER, Outcome::paused),
          new Measure(
              "longest-request", "ms", Better.LOWER, outcome -> outcome.service().longest()),
          new Measure("p99.9-request", "ms", Better.LOWER, outcome -> outcome.service().slow()),
          new Measure("requests", "req/us", Better.HIGHER, outcome -> outcome.service().rate()));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "pauses with 10 GB of small entries (peers: a map with Parallel, G1, ZGC)";
  }

  /// The logs of the JVMs, and the picture.
  @Override
  public boolean records() {
    return true;
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Scale scale = options.quick() ? Scale.QUICK : Scale.FULL;
    requireMemory(scale);
    report.note(scale.toString());
    report.note("load:    2 threads, 95 % gets, 5 % puts, keys by Zipf's law (0.99)");
    report.note("flags:   " + String.join(" ", Laboratory.FLAGS));
    for (Setting setting : Setting.values()) {
      report.note(
          "         %s: %s".formatted(setting.word(), String.join(" ", setting.flags(scale))));
    }
    try (Workbench workbench = Workbench.open()) {
      Path asked = options.recordings();
      Path folder =
          asked == null ? workbench.folder() : Files.createDirectories(asked.toAbsolutePath());
      Laboratory laboratory = new Laboratory(workbench, scale, folder);
      report.progress("looking at the clock");
      report.note(laboratory.holdUps());
      List<Outcome> outcomes = new ArrayList<>();
      for (Setting setting : Setting.values()) {
        report.progress("serving from " + setting.word());
        Outcome outcome = laboratory.measure(setting);
        report.note(outcome.note());
        outcomes.add(outcome);
      }
      compare(outcomes, report);
      if (asked == null) {
        report.note("picture: only with --recordings FOLDER, which the logs are left in as well");
      } else {
        report.note("picture: " + laboratory.draw(outcomes));
      }
    }
  }

  private static void requireMemory(Scale scale) throws IOException {
    long available =
        AVAILABLE
            .matcher(Files.readString(Path.of("/proc/meminfo")))
            .results()
            .map(MatchResult::group)
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / KIB_PER_MIB)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    if (available < scale.machine()) {
      throw new CommandFailure(
          "store-gc needs %d MiB of free memory, and there are %d; end other programs, or add --quick"
              .formatted(scale.machine(), available),
          null);
    }
  }

  private static void compare(List<Outcome> outcomes, BenchReport report) {
    for (Outcome ours : outcomes) {
      for (Outcome peer : outcomes) {
        if (ours.setting().isOurs() && !peer.setting().isOurs()) {
          MEASURES.forEach(measure -> report.result(result(measure, ours, peer)));
        }
      }
    }
  }

  private static BenchResult result(Measure measure, Outcome ours, Outcome peer) {
    return new BenchResult(
        NAME,
        "side=%s measure=%s".formatted(ours.setting().word(), measure.word()),
        measure.unit(),
        measure.better(),
        Spread.of(measure.figure().applyAsDouble(ours)),
        peer.setting().word(),
        Spread.of(measure.figure().applyAsDouble(peer)));
  }
}
