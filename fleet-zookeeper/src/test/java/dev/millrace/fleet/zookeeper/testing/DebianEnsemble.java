package dev.millrace.fleet.zookeeper.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.curator.test.InstanceSpec;

/// Three servers of Debian's package `zookeeper`, each in a process of its own, which can be killed
/// and started again.
public final class DebianEnsemble implements AutoCloseable {
  private static final Path JAR = Path.of("/usr/share/java/zookeeper.jar");
  private static final int SERVERS = 3;

  private final String host;
  private final List<Integer> ports = new ArrayList<>();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<ServerProcess> killed = new ArrayList<>();

  private DebianEnsemble(String host) {
    this.host = host;
  }

  /// Starts the servers, or skips the test where the package is missing.
  ///
  /// @param folder where they keep their data
  /// @param host the address that they listen on
  public static DebianEnsemble start(String test, Path folder, String host) throws IOException {
    if (!Files.exists(JAR)) {
      System.out.println("SKIPPED " + test + ": zookeeper is not installed");
    }
    assumeTrue(Files.exists(JAR), "zookeeper is not installed");
    DebianEnsemble ensemble = new DebianEnsemble(host);
    ensemble.start(folder);
    return ensemble;
  }

  private void start(Path folder) throws IOException {
    List<String> peers = new ArrayList<>();
    for (int id = 1; id <= SERVERS; id++) {
      ports.add(InstanceSpec.getRandomPort());
      peers.add(
          "server.%d=127.0.0.1:%d:%d"
              .formatted(id, InstanceSpec.getRandomPort(), InstanceSpec.getRandomPort()));
    }
    for (int id = 1; id <= SERVERS; id++) {
      List<String> configuration = new ArrayList<>(peers);
      configuration.addAll(
          List.of(
              "tickTime=500",
              "initLimit=20",
              "syncLimit=10",
              "clientPortAddress=" + host,
              "clientPort=" + ports.get(id - 1),
              "4lw.commands.whitelist=srvr"));
      var server =
          new ServerProcess(
              Files.createDirectory(folder.resolve("server" + id)), JAR.toString(), configuration);
      Files.writeString(server.data().resolve("myid"), String.valueOf(id));
      servers.add(server);
      server.start();
    }
  }

  /// Where they are, as ZooKeeper's clients write it.
  public String servers() {
    return ports.stream().map(port -> host + ":" + port).collect(Collectors.joining(","));
  }

  /// Which server leads, from 0, or none.
  public OptionalInt leader() {
    return IntStream.range(0, SERVERS)
        .filter(server -> status(ports.get(server)).contains("Mode: leader"))
        .findFirst();
  }

  private String status(int port) {
    try (var socket = new Socket(InetAddress.getByName(host), port);
        InputStream in = socket.getInputStream()) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException _) {
      return "";
    }
  }

  /// Kills the server that leads, which must be one.
  public void killLeader() {
    kill(servers.get(leader().orElseThrow()));
  }

  /// Kills all servers.
  public void killAll() {
    for (ServerProcess server : servers) {
      kill(server);
    }
  }

  private void kill(ServerProcess server) {
    server.kill();
    killed.add(server);
  }

  /// Starts again those that were killed, with the data they had.
  public void startKilled() throws IOException {
    for (ServerProcess server : killed) {
      server.start();
    }
    killed.clear();
  }

  @Override
  public void close() {
    for (ServerProcess server : servers) {
      server.kill();
    }
  }
}
