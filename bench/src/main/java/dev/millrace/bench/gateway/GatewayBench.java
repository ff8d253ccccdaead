package dev.millrace.bench.gateway;

import dev.millrace.bench.gateway.GatewayCase.Connection;
import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.gateway.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// GET of cached objects over TLS 1.3: requests per second, latency, and processor time and memory
/// of the server, against nginx with `proxy_cache`, and against Varnish behind hitch; and full TLS
/// handshakes.
///
/// All servers run as child processes on loopback with the same certificate and the same objects
/// behind them, are checked to answer the same bytes, and take turns under the same load.
public final class GatewayBench implements Bench {
  private static final String NAME = "gateway";
  private static final String HANDSHAKES = "handshake=full";

  /// One figure of a sample.
  private record Unit(String name, Better better, ToDoubleFunction<Sample> figure) {}

  private static final List<Unit> OF_REQUESTS =
      List.of(
          new Unit("req/s", Better.HIGHER, Sample::perSecond),
          new Unit("cpu-us/req", Better.LOWER, Sample::cpuMicros),
          new Unit("p99-ms", Better.LOWER, Sample::slowestMillis),
          new Unit("mem-MiB", Better.LOWER, Sample::memory));

  private static final List<Unit> OF_HANDSHAKES =
      List.of(
          new Unit("handshakes/s", Better.HIGHER, Sample::perSecond),
          new Unit("cpu-us/handshake", Better.LOWER, Sample::cpuMicros));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "GET of cached objects over TLS 1.3 (peers: nginx, Varnish behind hitch)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Path wrk = Program.find("wrk").orElseThrow(() -> without("wrk", "wrk"));
    Path openssl = Program.find("openssl").orElseThrow(() -> without("openssl", "openssl"));
    Optional<Path> nginx = Program.find("nginx");
    if (nginx.isEmpty()) {
      report.absent("nginx", "not installed, and the origin of the others: apt install nginx");
      return;
    }
    Schedule schedule = options.quick() ? Schedule.QUICK : Schedule.FULL;
    report.note(schedule.toString());
    try (Workbench workbench = Workbench.open()) {
      Site site = Site.create(workbench.folder());
      List<Server> peers = peers(workbench, nginx.get(), site, report);
      Server ours = MillraceServer.start(workbench, site);
      AnswerCheck.verify(site, ours, peers);
      Load load = new Load(workbench, wrk);
      FullHandshakes handshakes = new FullHandshakes(workbench, openssl);
      report.note("load:    " + load.description() + "; " + handshakes.description());
      report.progress("warming up");
      for (Connection connection : Connection.values()) {
        load.run(ours, new GatewayCase(SampleObject.MEDIUM, connection), schedule.compilation());
      }
      List<Server> all = new ArrayList<>(peers);
      all.addFirst(ours);
      compare(options, schedule, load, all, report);
      if (options.wants(HANDSHAKES)) {
        report.progress("measuring full handshakes");
        measure(
            HANDSHAKES,
            OF_HANDSHAKES,
            schedule,
            all,
            server -> handshakes.run(server, schedule.round()),
            report);
      }
    }
  }

  /// Measures requests.
  ///
  /// @param all ours first
  private static void compare(
      BenchOptions options, Schedule schedule, Load load, List<Server> all, BenchReport report)
      throws IOException, InterruptedException {
    List<GatewayCase> cases =
        options.choose(GatewayCase.ALL, GatewayCase.ALL, one -> Stream.of(one.words()));
    for (GatewayCase one : cases) {
      report.progress("measuring " + one.words());
      measure(
          one.words(),
          OF_REQUESTS,
          schedule,
          all,
          server -> load.run(server, one, schedule.round(one.object())),
          report);
    }
  }

  private static List<Server> peers(Workbench workbench, Path nginx, Site site, BenchReport report)
      throws IOException, InterruptedException {
    List<Server> peers = new ArrayList<>();
    int originPort = Nginx.freePort();
    peers.add(NginxServer.start(workbench, nginx, site, originPort));
    Optional<Path> hitch = Program.find("hitch");
    Optional<Path> varnish = Program.find("varnishd");
    if (hitch.isPresent() && varnish.isPresent()) {
      peers.add(HitchVarnishServer.start(workbench, hitch.get(), varnish.get(), site, originPort));
    } else {
      report.absent("varnish", "not installed: apt install varnish hitch");
    }
    peers.forEach(peer -> report.note("%-8s %s".formatted(peer.name() + ":", peer.version())));
    return peers;
  }

  private static CommandFailure without(String program, String packageName) {
    return new CommandFailure(
        program + ", which makes the load, is not installed: apt install " + packageName, null);
  }

  /// Measures all servers in turns, after a round of each that does not count.
  ///
  /// @param all ours first
  private static void measure(
      String words,
      List<Unit> units,
      Schedule schedule,
      List<Server> all,
      Rounds.Measurement<Server, Sample> round,
      BenchReport report)
      throws IOException, InterruptedException {
    for (Server server : all) {
      round.take(server);
    }
    Rounds<Server, Sample> rounds = Rounds.interleaved(schedule.rounds(), all, round);
    Server ours = all.getFirst();
    for (Unit unit : units) {
      for (Server peer : all.subList(1, all.size())) {
        report.result(
            new BenchResult(
                NAME,
                words,
                unit.name(),
                unit.better(),
                rounds.spread(ours, unit.figure()),
                peer.name(),
                rounds.spread(peer, unit.figure())));
      }
    }
  }
}
