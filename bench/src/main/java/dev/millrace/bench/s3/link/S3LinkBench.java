package dev.millrace.bench.s3.link;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.PeerJvm;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.Laboratory.Findings;
import dev.millrace.bench.s3.link.Resident.Growth;
import dev.millrace.bench.s3.link.client.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/// Downloads of one large object into a file, over connections of 50 MB/s and 20 ms of round trip:
/// what share of all of them together a client makes use of, and what that takes of the processor
/// and of memory.
///
/// The link is a proxy in a JVM of its own ([dev.millrace.bench.s3.link.proxy.DelayingProxy] says
/// what it does not play); what it carries between bare sockets is told first. There is no TLS. The
/// object was uploaded once in parts of 8 MiB and once by a single PUT, without checksums. All
/// sides take turns, each in a JVM that it has for one case; each file is new, and deleted when its
/// size has been compared, and the first one of each side when its bytes have been.
///
/// Memory is the peak of the resident set, over what it was when the JVM had been started and had
/// no client yet; all JVMs have a heap of the same size, of which that part counts that was ever
/// used. What is outside the heap is told apart: buffers, above all.
public final class S3LinkBench implements Bench {
  private static final String NAME = "s3-link";
  private static final double MEGA = 1e6;

  /// The object in both ways, what it was uploaded from, and what is downloaded.
  private static final int FILES = 4;

  private static final Pattern LIBRARY =
      Pattern.compile("(aws-crt|netty-handler|s3|s3-transfer-manager)-\\d.*");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "a large object over slow, far connections, time, CPU and memory (AWS SDK)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Optional<Path> server = Origin.program();
    if (server.isEmpty()) {
      report.absent(
          "all",
          "versitygw, which they download from, is not installed: "
              + "go install github.com/versity/versitygw/cmd/versitygw@latest");
      return;
    }
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    try (Workbench workbench = Workbench.open()) {
      long free = Files.getFileStore(workbench.folder()).getUsableSpace();
      if (free < FILES * pace.bytes()) {
        report.absent("all", "%s has %d MB free".formatted(workbench.folder(), free / (1 << 20)));
        return;
      }
      report.progress("loading the link, and uploading the object");
      describeLink(workbench, report);
      Origin origin = Origin.start(workbench, server.get(), pace.bytes());
      report.note(
          "rounds:  %d of each side in turns (1 over one connection), after one that is not counted"
              .formatted(pace.rounds()));
      report.note("object:  %d bytes".formatted(pace.bytes()));
      report.note("origin:  versitygw on the same machine, " + origin.version());
      report.note("clients: the JDK's, " + String.join(", ", libraries()));
      report.note("flags:   " + String.join(" ", PeerJvm.FLAGS));
      try (Link link = Link.to(workbench, "link", origin.port())) {
        Laboratory laboratory = new Laboratory(workbench, link, origin.content(), pace);
        for (LinkCase one : pace.cases()) {
          report.progress("measuring " + one.words());
          report(one, laboratory.measure(one), pace, report);
        }
      }
    }
  }

  private static void describeLink(Workbench workbench, BenchReport report)
      throws IOException, InterruptedException {
    report.note(
        "link:    %d ms each way, %.0f MB/s for each connection"
            .formatted(Link.TERMS.oneWay().toMillis(), Link.TERMS.bytesPerSecond() / MEGA));
    for (LinkCheck.Load load : LinkCheck.run(workbench)) {
      report.note(
          "link:    carries %.1f MB/s over %d connections of bare sockets, with %.2f cores"
              .formatted(load.megabytesPerSecond(), load.connections(), load.cores()));
    }
  }

  /// The names of their jars, which tell their versions.
  private static List<String> libraries() throws IOException {
    return ClassPath.jars(PeerJvm.peers()).stream().filter(LIBRARY.asMatchPredicate()).toList();
  }

  /// What is told of each side in a case.
  private record Figure(String unit, Better better, Function<Side, Spread> of) {}

  private static List<Figure> figures(LinkCase one, Findings findings, long bytes) {
    double full = (double) one.connections() * Link.TERMS.bytesPerSecond();
    return List.of(
        timed(findings, "s", Better.LOWER, Sample::seconds),
        timed(findings, "MB/s", Better.HIGHER, sample -> bytes / sample.seconds() / MEGA),
        timed(findings, "of-link", Better.HIGHER, sample -> bytes / sample.seconds() / full),
        timed(findings, "cpu-s", Better.LOWER, Sample::cpuSeconds),
        grown(findings, "MB-peak", Growth::peak),
        grown(findings, "MB-outside-heap", Growth::outsideHeap));
  }

  private static Figure timed(
      Findings findings, String unit, Better better, ToDoubleFunction<Sample> figure) {
    return new Figure(unit, better, side -> findings.rounds().spread(side, figure));
  }

  private static Figure grown(Findings findings, String unit, ToDoubleFunction<Growth> figure) {
    return new Figure(
        unit,
        Better.LOWER,
        side -> Spread.of(figure.applyAsDouble(findings.growth().get(side)) / MEGA));
  }

  private static void report(LinkCase one, Findings findings, Pace pace, BenchReport report) {
    for (Figure figure : figures(one, findings, pace.bytes())) {
      for (Side peer : one.sides()) {
        if (peer != Side.MILLRACE) {
          report.result(
              new BenchResult(
                  NAME,
                  one.words(),
                  figure.unit(),
                  figure.better(),
                  figure.of().apply(Side.MILLRACE),
                  peer.word(),
                  figure.of().apply(peer)));
        }
      }
    }
  }
}
