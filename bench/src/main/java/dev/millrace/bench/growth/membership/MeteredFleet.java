package dev.millrace.bench.growth.membership;

import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Nodes of a fleet in a JVM, a ZooKeeper server in another, and a meter between them. Closing it
/// ends all.
record MeteredFleet(Child server, Meter meter, Dialogue nodes) implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  /// Who has sent nothing for so long has done all that an event woke it for.
  private static final Duration SILENCE = Duration.ofMillis(500);

  /// @param period of ticket keys, or null if none are shared
  static MeteredFleet start(Workbench workbench, @Nullable Duration period)
      throws IOException, InterruptedException {
    int port = Nginx.freePort();
    Child server = startServer(workbench, port);
    Meter meter = Meter.open(port);
    List<String> arguments = new ArrayList<>();
    arguments.add("127.0.0.1:" + meter.port() + "/millrace");
    if (period != null) {
      arguments.add(String.valueOf(period.toSeconds()));
    }
    String classPath =
        String.join(
            File.pathSeparator,
            ClassPath.own(),
            ClassPath.ofPeers("bench-fleet-peers"),
            ClassPath.ofGateway());
    List<String> command = java("512m", classPath, NodesJvm.class.getName());
    command.addAll(arguments);
    return new MeteredFleet(server, meter, workbench.converse("nodes", command));
  }

  private static Child startServer(Workbench workbench, int port)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(workbench.folder(), "zookeeper");
    Path configuration =
        Files.writeString(
            folder.resolve("zoo.cfg"),
            """
            clientPortAddress=127.0.0.1
            clientPort=%d
            dataDir=%s
            maxClientCnxns=0
            admin.enableServer=false
            """
                .formatted(port, folder));
    List<String> command =
        java(
            "256m",
            ClassPath.ofPeers("bench-fleet-peers"),
            "org.apache.zookeeper.server.ZooKeeperServerMain");
    command.add(configuration.toString());
    Child server = workbench.start("zookeeper", command);
    server.await(() -> answers(port), LONGEST_START);
    return server;
  }

  private static List<String> java(String heap, String classPath, String program) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            program));
  }

  private static boolean answers(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// Has so many nodes be there, and returns what that takes.
  Traffic join(int count) throws IOException, InterruptedException {
    return countUntilSilence(NodesJvm.join(count));
  }

  /// Has the last node leave, and returns what that takes.
  Traffic leave() throws IOException, InterruptedException {
    return countUntilSilence(NodesJvm.leave());
  }

  /// Waits for the next ticket keys, and returns what is sent until all have them.
  Traffic rotation() throws IOException, InterruptedException {
    return countUntilSilence(NodesJvm.rotation());
  }

  private Traffic countUntilSilence(String request) throws IOException, InterruptedException {
    Traffic before = meter.withoutPings();
    String _ = nodes.ask(request);
    meter.awaitSilence(SILENCE);
    return meter.withoutPings().since(before);
  }

  /// What is sent while nothing happens for so long.
  Traffic quiet(Duration span) throws InterruptedException {
    Traffic before = meter.all();
    Thread.sleep(span);
    return meter.all().since(before);
  }

  @Override
  public void close() throws IOException {
    try (meter;
        nodes) {
      server.process().destroy();
    }
  }
}
