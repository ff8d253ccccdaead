package dev.millrace.bench.cache;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;

/// Our cache of TLS sessions against the JDK's own and against Caffeine: calls per microsecond, and
/// heap per entry.
///
/// Every figure comes from a JVM of its own, and the sides take turns.
public final class SessionCacheBench implements Bench {
  static final String NAME = "session-cache";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "get, put and take of TLS sessions, ops/us and B/entry (peers: the JDK's cache, Caffeine)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Schedule schedule = Schedule.of(options, Runtime.getRuntime().availableProcessors());
    report.note(schedule.toString());
    report.note("flags:   " + String.join(" ", MeasuringJvm.FLAGS));
    report.note("peers:   the cache of this JDK, " + caffeine());
    try (Workbench workbench = Workbench.open()) {
      MeasuringJvm jvm = new MeasuringJvm(workbench, schedule, ClassPath.own());
      for (Comparison comparison : schedule.comparisons()) {
        report.progress("measuring " + comparison.title());
        Rounds<Load, Double> rounds =
            Rounds.interleaved(schedule.rounds(), comparison.loads(), jvm::measure);
        comparison.lines().forEach(line -> report.result(line.result(rounds)));
      }
    }
  }

  /// The name of its jar, which tells its version.
  private static String caffeine() {
    return String.valueOf(
        Path.of(Caffeine.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .getFileName());
  }
}
