package dev.millrace.bench.tls;

import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Identity;
import dev.millrace.bench.tls.side.Side;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where sides are measured in turns, each in its JVM.
final class Laboratory implements AutoCloseable {
  /// A round that is faster by less than this is not faster.
  private static final double FASTER = 1.02;

  /// So many rounds in a row that are not faster end a warm-up.
  private static final int PATIENCE = 4;

  private static final Pattern LIBRARY =
      Pattern.compile("(AmazonCorretto|conscrypt-|netty-handler-|netty-tcnative-classes-).*");
  private static final double NANOS_PER_MICRO = 1e3;

  private final Workbench workbench = Workbench.open();
  private final Map<Side, SideJvm> jvms = new EnumMap<>(Side.class);
  private final Set<Subject> warm = new HashSet<>();
  private final Pace pace;
  private final @Nullable Path recordings;
  private @Nullable SideJvm clients;

  private Laboratory(Pace pace, @Nullable Path recordings) throws IOException {
    this.pace = pace;
    this.recordings = recordings == null ? null : Files.createDirectories(recordings);
  }

  /// Makes the certificates. What JVMs are needed is started when they are.
  ///
  /// @param recordings the folder for flight recordings, or null for none
  static Laboratory open(Pace pace, @Nullable Path recordings)
      throws IOException, InterruptedException {
    Laboratory laboratory = new Laboratory(pace, recordings);
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
    run(bench, pace, comparisons, report, null);
  }

  /// The same, and leaves flight recordings of what makes them.
  ///
  /// @param recordings the folder for them, or null for none
  static void run(
      String bench,
      Pace pace,
      List<Comparison> comparisons,
      BenchReport report,
      @Nullable Path recordings)
      throws IOException, InterruptedException {
    report.note(pace.toString());
    report.note("flags:   " + String.join(" ", SideJvm.FLAGS));
    report.note("beside:  the TLS of this JDK, " + String.join(", ", libraries()));
    try (Laboratory laboratory = open(pace, recordings)) {
      for (Comparison comparison : comparisons) {
        report.progress("measuring " + comparison.title());
        Rounds<Subject, Answer> rounds = laboratory.measure(comparison);
        comparison.lines().forEach(line -> report.result(line.result(bench, rounds)));
      }
    }
  }

  /// The names of their jars, which tell their versions.
  private static List<String> libraries() throws IOException {
    return ClassPath.jars(ClassPath.own() + File.pathSeparator + SideJvm.corretto()).stream()
        .filter(LIBRARY.asMatchPredicate())
        .toList();
  }

  /// Takes the samples of all its subjects in turns, each warmed up before.
  Rounds<Subject, Answer> measure(Comparison comparison) throws IOException, InterruptedException {
    for (Subject subject : comparison.subjects()) {
      warmUp(subject);
    }
    return Rounds.interleaved(pace.rounds(), comparison.subjects(), this::take);
  }

  /// Until it gets no faster: at least for half as long as the pace allows, and no longer than
  /// that.
  private void warmUp(Subject subject) throws IOException, InterruptedException {
    if (subject.load().wantsFreshJvm() || !warm.add(subject)) {
      return;
    }
    double best = 0;
    int patience = PATIENCE;
    long start = System.nanoTime();
    long least = pace.warmUp().toNanos() / 2;
    long most = pace.warmUp().toNanos();
    for (long passed = 0;
        passed < least || (patience > 0 && passed < most);
        passed = System.nanoTime() - start) {
      double rate = take(subject).figure(Answer.RATE);
      patience = rate > best * FASTER ? PATIENCE : patience - 1;
      best = Math.max(best, rate);
    }
  }

  private Answer take(Subject subject) throws IOException, InterruptedException {
    if (subject.load().wantsFreshJvm()) {
      try (SideJvm fresh = start("fresh", subject.side())) {
        return fresh.measure(subject.load(), pace.round());
      }
    }
    return subject.load() instanceof Load.Serve serve
        ? request(jvm(subject.side()), serve)
        : jvm(subject.side()).measure(subject.load(), pace.round());
  }

  /// Has the clients load a server.
  private Answer request(SideJvm server, Load.Serve serve)
      throws IOException, InterruptedException {
    int port = (int) server.measure(serve, pace.round()).figure(Load.Serve.PORT);
    Load requests = new Load.Requests(serve.kind(), port);
    SideJvm clients = clients();
    ProcessHandle process = server.dialogue().child().process().toHandle();
    Duration before = CpuTime.of(process);
    Answer answer = clients.measure(requests, pace.round());
    Duration cpu = CpuTime.of(process).minus(before);
    return new Answer(
        Map.of(
            Answer.RATE,
            answer.figure(Answer.RATE),
            Answer.MICROS,
            cpu.toNanos() / NANOS_PER_MICRO / answer.figure(Load.Requests.COUNT)));
  }

  private SideJvm start(String jvm, Side side) throws IOException {
    return SideJvm.start(workbench, jvm, side, recordings);
  }

  private SideJvm jvm(Side side) throws IOException {
    SideJvm jvm = jvms.get(side);
    if (jvm == null) {
      jvm = start(side.word(), side);
      jvms.put(side, jvm);
    }
    return jvm;
  }

  /// One kind of client for all servers: ours.
  private SideJvm clients() throws IOException {
    if (clients == null) {
      clients = start("clients", Side.MILLRACE);
    }
    return clients;
  }

  @Override
  public void close() {
    workbench.close();
  }
}
