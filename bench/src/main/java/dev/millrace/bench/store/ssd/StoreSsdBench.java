package dev.millrace.bench.store.ssd;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.ssd.probe.Load;
import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Random reads from one file past the page cache: reads per second, and processor time for each,
/// beside fio with io_uring.
///
/// The file is in the folder for temporary files, which has to be on a disk;
/// `MILLRACE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER` chooses another. The depth is that of each queue.
/// The processor time of ours is that of the whole JVM, fio's that of its jobs alone.
public final class StoreSsdBench implements Bench {
  private static final String NAME = "store-ssd";

  /// Ours with as many reads under way on all queues together.
  static final String MORE_QUEUES =
      "side=millrace read=4k reads=%d queues=2/1".formatted(Load.MOST_DEPTH);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "random reads past the page cache, reads/s and CPU per read (peer: fio, io_uring)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Optional<Path> program = Program.find("fio");
    if (program.isEmpty()) {
      report.absent("fio", "not installed, and the only peer: apt install fio");
      return;
    }
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    try (Workbench workbench = Workbench.open()) {
      String type = Files.getFileStore(workbench.folder()).type();
      if (type.equals("tmpfs")) {
        report.absent(
            "all",
            "temporary files are in memory: MILLRACE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER on a disk");
        return;
      }
      Fio fio = new Fio(workbench, program.get());
      report.note(pace.toString());
      report.note("peer:    " + fio.version());
      report.note("disk:    " + type + " at " + workbench.folder().getParent());
      report.note("flags:   " + String.join(" ", EngineJvm.FLAGS));
      measure(workbench, fio, pace, options, report);
    }
  }

  private static void measure(
      Workbench workbench, Fio fio, Pace pace, BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Path file = workbench.folder().resolve("blocks");
    Map<Integer, EngineJvm> rings = new HashMap<>();
    try (EngineJvm positional = EngineJvm.start(workbench, EngineChoice.POSITIONAL, 2, file)) {
      report.progress("writing the file");
      String refused = positional.fill(pace.fileBytes());
      if (!refused.isEmpty()) {
        report.absent("all", refused);
        return;
      }
      report.note("ours:    " + positional.facts());
      for (int queues : ReadCase.QUEUES) {
        EngineJvm jvm = EngineJvm.start(workbench, EngineChoice.IO_URING, queues, file);
        rings.put(queues, jvm);
        report.note("ours:    " + jvm.facts());
      }
      compare(new Laboratory(fio, file, pace, rings, positional), options, report);
    } finally {
      for (EngineJvm jvm : rings.values()) {
        jvm.close();
      }
    }
  }

  private static void compare(Laboratory laboratory, BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    List<ReadCase> cases =
        options.choose(ReadCase.all(), ReadCase.all(), one -> one.sides().stream().map(one::words));
    for (ReadCase one : cases) {
      report.progress("measuring " + one.words());
      Rounds<Side, Sample> rounds = laboratory.measure(one);
      report(one, "reads/s", Better.HIGHER, rounds, Sample::readsPerSecond, report);
      report(one, "cpu-us/read", Better.LOWER, rounds, Sample::cpuMicros, report);
    }
    if (options.wants(MORE_QUEUES)) {
      report.progress("measuring one queue beside two");
      Rounds<Integer, Sample> rounds = laboratory.spread(BlockFile.BLOCK, ReadCase.QUEUES);
      report(rounds, "reads/s", Better.HIGHER, Sample::readsPerSecond, report);
      report(rounds, "cpu-us/read", Better.LOWER, Sample::cpuMicros, report);
    }
  }

  private static void report(
      ReadCase one,
      String unit,
      Better better,
      Rounds<Side, Sample> rounds,
      ToDoubleFunction<Sample> figure,
      BenchReport report) {
    List<Side> ours = one.sides().stream().filter(side -> side != Side.FIO).toList();
    for (Side side : ours) {
      report.result(
          new BenchResult(
              NAME,
              one.words(side),
              unit,
              better,
              rounds.spread(side, figure),
              Side.FIO.word(),
              rounds.spread(Side.FIO, figure)));
    }
  }

  private static void report(
      Rounds<Integer, Sample> rounds,
      String unit,
      Better better,
      ToDoubleFunction<Sample> figure,
      BenchReport report) {
    report.result(
        new BenchResult(
            NAME,
            MORE_QUEUES,
            unit,
            better,
            rounds.spread(2, figure),
            "self-1-queue",
            rounds.spread(1, figure)));
  }
}
