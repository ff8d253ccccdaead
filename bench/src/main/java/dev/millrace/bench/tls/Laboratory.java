package dev.millrace.bench.tls;

import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.side.Identity;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where sides are measured in turns, each in its JVM.
final class Laboratory implements AutoCloseable {
  /// A round that is faster by less than this is not faster.
  private static final double FASTER = 1.02;

  /// So many rounds in a row that are not faster end a warm-up.
  private static final int PATIENCE = 4;

  private final Workbench workbench = Workbench.open();
  private final Map<Side, SideJvm> jvms = new EnumMap<>(Side.class);
  private final Set<Subject> warm = new HashSet<>();
  private final Pace pace;

  private Laboratory(Pace pace) throws IOException {
    this.pace = pace;
  }

  /// Makes the certificates. What JVMs are needed is started when they are.
  static Laboratory open(Pace pace) throws IOException, InterruptedException {
    Laboratory laboratory = new Laboratory(pace);
    try {
      Identity.create(laboratory.workbench.folder());
    } catch (IOException | InterruptedException e) {
      laboratory.close();
      throw e;
    }
    return laboratory;
  }

  /// Measures comparisons one after the other and reports their lines.
  static void run(String bench, Pace pace, List<Comparison> comparisons, BenchReport report)
      throws IOException, InterruptedException {
    report.note(pace.toString());
    report.note("flags:   " + String.join(" ", SideJvm.FLAGS));
    try (Laboratory laboratory = open(pace)) {
      for (Comparison comparison : comparisons) {
        report.progress("measuring " + comparison.title());
        Rounds<Subject, Answer> rounds = laboratory.measure(comparison);
        comparison.lines().forEach(line -> report.result(line.result(bench, rounds)));
      }
    }
  }

  /// Takes the samples of all its subjects in turns, each warmed up before.
  Rounds<Subject, Answer> measure(Comparison comparison) throws IOException, InterruptedException {
    for (Subject subject : comparison.subjects()) {
      warmUp(subject);
    }
    return Rounds.interleaved(pace.rounds(), comparison.subjects(), this::take);
  }

  /// Until it gets no faster, or for as long as the pace allows.
  private void warmUp(Subject subject) throws IOException, InterruptedException {
    if (!warm.add(subject)) {
      return;
    }
    double best = 0;
    int patience = PATIENCE;
    long deadline = System.nanoTime() + pace.warmUp().toNanos();
    while (patience > 0 && System.nanoTime() - deadline < 0) {
      double rate = take(subject).figure(Answer.RATE);
      patience = rate > best * FASTER ? PATIENCE : patience - 1;
      best = Math.max(best, rate);
    }
  }

  private Answer take(Subject subject) throws IOException, InterruptedException {
    SideJvm jvm = jvms.get(subject.side());
    if (jvm == null) {
      jvm = SideJvm.start(workbench, subject.side().word(), subject.side());
      jvms.put(subject.side(), jvm);
    }
    return jvm.measure(subject.load(), pace.round());
  }

  @Override
  public void close() {
    workbench.close();
  }
}
