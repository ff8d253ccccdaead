package dev.millrace.bench.s3;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.PeerJvm;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.client.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Downloads from nginx on loopback: time and processor time of each, and system calls, of clients
/// beside a bare loop around a socket.
///
/// All clients take turns, each in a JVM of its own; before anything counts, what they read is
/// compared with the object.
public final class S3DownloadBench implements Bench {
  private static final String NAME = "s3-download";

  /// Those that all others stand beside.
  private static final List<Side> MEASURES =
      List.of(Side.MILLRACE, Side.SDK_MILLRACE, Side.SDK_MILLRACE_ASYNC);

  private static final Pattern LIBRARY =
      Pattern.compile("(aws-crt|httpclient5|netty-handler|okhttp-jvm|s3)-\\d.*");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "downloads, time, CPU and system calls (bare sockets, HTTP clients, AWS SDK)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Optional<Path> nginx = Program.find("nginx");
    if (nginx.isEmpty()) {
      report.absent("all", "nginx, which they download from, is not installed: apt install nginx");
      return;
    }
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    List<DownloadCase> cases =
        options.choose(
            DownloadCase.QUICK,
            DownloadCase.all(),
            one -> MEASURES.stream().map(side -> words(side, one)));
    try (Workbench workbench = Workbench.open()) {
      Origin origin = Origin.start(workbench, nginx.get());
      report.note(pace.toString());
      report.note("objects: " + objects());
      report.note("origin:  nginx %s on the same machine, TLS 1.3".formatted(origin.version()));
      report.note("clients: the JDK's, " + String.join(", ", libraries()));
      report.note("flags:   " + String.join(" ", PeerJvm.FLAGS));
      Laboratory laboratory = new Laboratory(workbench, origin, pace);
      for (DownloadCase one : cases) {
        report.progress("measuring " + one.words());
        Rounds<Side, Sample> rounds = laboratory.measure(one);
        report(one, "us", rounds, Sample::micros, report);
        report(one, "cpu-us", rounds, Sample::cpuMicros, report);
      }
      countSystemCalls(workbench, laboratory, report);
    }
  }

  private static String objects() {
    return Stream.of(ObjectSize.values())
        .map(size -> "%s has %d bytes".formatted(size.fileName(), size.bytes()))
        .collect(Collectors.joining(", "));
  }

  /// The names of their jars, which tell their versions.
  private static List<String> libraries() throws IOException {
    return ClassPath.jars(PeerJvm.peers()).stream().filter(LIBRARY.asMatchPredicate()).toList();
  }

  private static void countSystemCalls(
      Workbench workbench, Laboratory laboratory, BenchReport report) throws InterruptedException {
    Optional<Path> program = Program.find("strace");
    if (program.isEmpty()) {
      report.absent("system calls", "strace is not installed: apt install strace");
      return;
    }
    Strace strace = new Strace(workbench, program.get());
    for (DownloadCase one : DownloadCase.COUNTED) {
      report.progress("counting system calls of " + one.words());
      Rounds<Side, SystemCalls> rounds;
      try {
        rounds = laboratory.count(one, strace);
      } catch (IOException e) {
        report.absent("system calls", String.valueOf(e.getMessage()));
        return;
      }
      report(one, "syscalls", rounds, SystemCalls::total, report);
      report(one, "poll-calls", rounds, SystemCalls::polls, report);
      report(one, "futex-calls", rounds, SystemCalls::futexes, report);
    }
  }

  private static String words(Side side, DownloadCase one) {
    return "client=%s %s".formatted(side.word(), one.words());
  }

  private static <S> void report(
      DownloadCase one,
      String unit,
      Rounds<Side, S> rounds,
      ToDoubleFunction<S> figure,
      BenchReport report) {
    for (Side measure : MEASURES) {
      for (Side peer : one.sides()) {
        if (peer != measure) {
          report.result(
              new BenchResult(
                  NAME,
                  words(measure, one),
                  unit,
                  Better.LOWER,
                  rounds.spread(measure, figure),
                  peer.word(),
                  rounds.spread(peer, figure)));
        }
      }
    }
  }
}
