package dev.millrace.bench.gateway;

import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Clients that make one connection after the other and resume none, by `openssl s_time`: a full
/// handshake each, with the server's signature, and nothing asked for.
final class FullHandshakes {
  private static final Pattern TOTAL =
      Pattern.compile("^(\\d+) connections in (\\d+) real seconds", Pattern.MULTILINE);
  private static final double MEBIBYTE = 1 << 20;

  private final Workbench workbench;
  private final Path openssl;

  /// Enough that the server never waits for a client.
  private final int clients = 4 * Runtime.getRuntime().availableProcessors();

  FullHandshakes(Workbench workbench, Path openssl) {
    this.workbench = workbench;
    this.openssl = openssl;
  }

  /// What makes the load, for the reader of the figures.
  String description() {
    return "full handshakes by %d processes of openssl s_time".formatted(clients);
  }

  /// @param length a whole number of seconds
  /// @throws IOException if a client fails
  Sample run(Server server, Duration length) throws IOException, InterruptedException {
    Duration before = server.cpuTime();
    long began = System.nanoTime();
    List<Child> running = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      running.add(workbench.start("s_time-" + client, command(server, length)));
    }
    long made = 0;
    for (Child child : running) {
      Matcher total = TOTAL.matcher(child.awaitEnd());
      if (!total.find()) {
        throw new IOException("openssl s_time printed no total");
      }
      made += Long.parseLong(total.group(1));
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    Duration used = server.cpuTime().minus(before);
    if (made == 0) {
      throw new IOException(server.name() + " let no client complete a handshake");
    }
    return new Sample(
        made / seconds, used.toNanos() / 1000.0 / made, 0, server.memory() / MEBIBYTE);
  }

  private List<String> command(Server server, Duration length) {
    return List.of(
        openssl.toString(),
        "s_time",
        "-connect",
        "127.0.0.1:" + server.port(),
        "-new",
        "-tls1_3",
        "-time",
        Long.toString(length.toSeconds()));
  }
}
