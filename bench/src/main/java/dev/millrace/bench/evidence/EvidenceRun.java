package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchRun;
import dev.millrace.bench.harness.Machine;
import dev.millrace.bench.harness.RunReport;
import dev.millrace.gateway.command.CommandFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// Measures what claims ask for, one bench after the other, and keeps what each found as it ends.
///
/// @param benches those of all stages, and maybe others
/// @param version of what is measured
/// @param err where it tells what it does
public record EvidenceRun(
    List<Bench> benches, EvidenceFolder folder, String version, boolean quick, PrintStream err) {

  /// Forgets what is kept, and measures all.
  public void begin() throws IOException, InterruptedException {
    folder.clear();
    measure(Stage.ALL);
  }

  /// Measures what is not kept yet, or only in part.
  ///
  /// @throws CommandFailure if what is kept cannot stand beside what would be measured
  public void resume() throws IOException, InterruptedException {
    Map<String, BenchRun> kept = folder.runs();
    for (BenchRun run : kept.values()) {
      if (!run.isLike(version, quick, Machine.here())) {
        throw new CommandFailure(
            "what is kept in %s is of another machine, version or pace: begin anew, without --continue"
                .formatted(folder.results()),
            null);
      }
    }
    measure(
        Stage.ALL.stream()
            .filter(stage -> {
              BenchRun run = kept.get(stage.bench());
              return run == null || !run.isWhole();
            })
            .toList());
  }

  private void measure(List<Stage> stages) throws IOException, InterruptedException {
    int minutes = stages.stream().mapToInt(stage -> stage.minutes(quick)).sum();
    err.println(
        "measuring %d benches, about %d minutes; interrupted, it goes on with --continue"
            .formatted(stages.size(), minutes));
    int count = 0;
    for (Stage stage : stages) {
      err.println(
          "%d of %d: %s, about %d minutes"
              .formatted(++count, stages.size(), stage.bench(), stage.minutes(quick)));
      folder.keep(run(bench(stage)));
    }
  }

  private Bench bench(Stage stage) {
    return benches.stream()
        .filter(bench -> bench.name().equals(stage.bench()))
        .findFirst()
        .orElseThrow();
  }

  /// One bench. What stops it stops no other, and is kept with what it had found.
  private BenchRun run(Bench bench) throws InterruptedException {
    RunReport report = new RunReport(err);
    String stopped = "";
    try {
      bench.run(new BenchOptions(quick, null, null, words -> wants(bench, words)), report);
    } catch (IOException | RuntimeException e) {
      stopped = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
      err.println("bench %s stopped: %s".formatted(bench.name(), stopped));
    }
    return report.run(bench.name(), version, quick, stopped);
  }

  private static boolean wants(Bench bench, String words) {
    return Claims.figures(bench.name()).stream().anyMatch(figure -> figure.isOf(words));
  }
}
