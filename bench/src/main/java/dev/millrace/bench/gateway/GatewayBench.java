package dev.millrace.bench.gateway;

import dev.millrace.bench.gateway.GatewayCase.Connection;
import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.gateway.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// GET of cached objects over TLS 1.3: requests per second, and processor time of the server per
/// request, against nginx with `proxy_cache`.
///
/// Both servers run as child processes on loopback with the same certificate and the same objects
/// behind them, are checked to answer the same bytes, and take turns under the same load.
public final class GatewayBench implements Bench {
  private static final String NAME = "gateway";
  private static final String PEER = "nginx";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "GET of cached objects over TLS 1.3, requests/s and CPU per request (peer: nginx)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Path wrk = Program.find("wrk").orElseThrow(GatewayBench::withoutLoad);
    Optional<Path> nginx = Program.find("nginx");
    if (nginx.isEmpty()) {
      report.absent(PEER, "not installed, and the only peer: apt install nginx");
      return;
    }
    Schedule schedule = options.quick() ? Schedule.QUICK : Schedule.FULL;
    report.note(schedule.toString());
    try (Workbench workbench = Workbench.open()) {
      Site site = Site.create(workbench.folder());
      Server theirs = NginxServer.start(workbench, nginx.get(), site);
      report.note("nginx:   " + theirs.version());
      Server ours = MillraceServer.start(workbench, site);
      AnswerCheck.verify(site, ours, theirs);
      Load load = new Load(workbench, wrk);
      report.note("load:    " + load.description());
      report.progress("warming up");
      for (Connection connection : Connection.values()) {
        load.run(ours, GatewayCase.of(SampleObject.MEDIUM, connection), schedule.compilation());
      }
      for (GatewayCase one : GatewayCase.ALL) {
        report.progress("measuring " + one.words());
        measure(one, schedule, load, ours, theirs, report);
      }
    }
  }

  private static CommandFailure withoutLoad() {
    return new CommandFailure("wrk, which makes the load, is not installed: apt install wrk", null);
  }

  private static void measure(
      GatewayCase one, Schedule schedule, Load load, Server ours, Server theirs, BenchReport report)
      throws IOException, InterruptedException {
    load.run(ours, one, schedule.round());
    load.run(theirs, one, schedule.round());
    Rounds<Server, Sample> rounds =
        Rounds.interleaved(
            schedule.rounds(),
            List.of(ours, theirs),
            server -> load.run(server, one, schedule.round()));
    report.result(
        new BenchResult(
            NAME,
            one.words(),
            "req/s",
            Better.HIGHER,
            rounds.spread(ours, Sample::requestsPerSecond),
            PEER,
            rounds.spread(theirs, Sample::requestsPerSecond)));
    report.result(
        new BenchResult(
            NAME,
            one.words(),
            "cpu-us/req",
            Better.LOWER,
            rounds.spread(ours, Sample::cpuMicrosPerRequest),
            PEER,
            rounds.spread(theirs, Sample::cpuMicrosPerRequest)));
  }
}
