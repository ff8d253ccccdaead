package dev.millrace.bench.gateway;

import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Clients that ask for one object over and over, by `wrk`.
final class Load {
  /// Has wrk print exact totals, which its own report rounds.
  private static final String SCRIPT =
      """
      done = function(summary, latency, requests)
        local e = summary.errors
        io.write(string.format("totals %d %d %d %d\\n", summary.requests, summary.duration,
          e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(99)))
      end
      """;

  private static final Pattern TOTALS =
      Pattern.compile("^totals (\\d+) (\\d+) (\\d+) (\\d+)$", Pattern.MULTILINE);
  static final int CONNECTIONS = 64;

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MEBIBYTE = 1 << 20;

  private final Workbench workbench;
  private final Path wrk;
  private final Path script;
  private final int threads = Runtime.getRuntime().availableProcessors();

  Load(Workbench workbench, Path wrk) throws IOException {
    this.workbench = workbench;
    this.wrk = wrk;
    this.script = Files.writeString(workbench.folder().resolve("totals.lua"), SCRIPT);
  }

  /// What makes the load, for the reader of the figures.
  String description() {
    return "wrk with %d threads and %d connections on the same machine"
        .formatted(threads, CONNECTIONS);
  }

  /// Loads a server for a while.
  ///
  /// @param length a whole number of seconds
  /// @throws IOException if any request fails
  Sample run(Server server, GatewayCase one, Duration length)
      throws IOException, InterruptedException {
    Duration before = server.cpuTime();
    String output = workbench.start("wrk", command(server, one, length)).awaitEnd();
    Duration used = server.cpuTime().minus(before);
    Matcher totals = TOTALS.matcher(output);
    if (!totals.find()) {
      throw new IOException("wrk printed no totals");
    }
    long requests = Long.parseLong(totals.group(1));
    long micros = Long.parseLong(totals.group(2));
    long failed = Long.parseLong(totals.group(3));
    if (requests == 0 || failed > 0) {
      throw new IOException(
          "%s answered %d requests and failed %d of %s"
              .formatted(server.name(), requests, failed, one.words()));
    }
    return new Sample(
        requests * MICROS_PER_SECOND / micros,
        used.toNanos() / 1000.0 / requests,
        Long.parseLong(totals.group(4)) / 1000.0,
        server.memory() / MEBIBYTE);
  }

  private List<String> command(Server server, GatewayCase one, Duration length) {
    List<String> command =
        new ArrayList<>(
            List.of(
                wrk.toString(),
                "--threads",
                Integer.toString(threads),
                "--connections",
                Integer.toString(CONNECTIONS),
                "--duration",
                length.toSeconds() + "s",
                "--timeout",
                "30s",
                "--script",
                script.toString()));
    if (one.connection() == GatewayCase.Connection.CLOSE) {
      command.addAll(List.of("--header", "Connection: close"));
    }
    command.add(server.uri(one.object()).toString());
    return command;
  }
}
