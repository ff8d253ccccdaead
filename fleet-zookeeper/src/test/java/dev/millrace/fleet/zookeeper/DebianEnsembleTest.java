package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Members;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.curator.test.InstanceSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Five nodes on three servers of Debian's package `zookeeper`, which are killed.
@Tag("long")
class DebianEnsembleTest {
  private static final Path JAR = Path.of("/usr/share/java/zookeeper.jar");
  private static final int SERVERS = 3;
  private static final int NODES = 5;

  /// As [ZooKeeperMembershipProvider] has it.
  private static final Duration ABSENCE = Duration.ofSeconds(10);

  private static final Duration SESSION = Duration.ofSeconds(4);

  @TempDir private Path folder;
  private final List<Integer> ports = new ArrayList<>();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<ZooKeeperMembership> nodes = new ArrayList<>();

  @BeforeAll
  static void findPackage() {
    if (!Files.exists(JAR)) {
      System.out.println("SKIPPED DebianEnsembleTest: zookeeper is not installed");
    }
    assumeTrue(Files.exists(JAR), "zookeeper is not installed");
  }

  @BeforeEach
  void start() throws IOException {
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
              "clientPortAddress=127.0.0.1",
              "clientPort=" + ports.get(id - 1),
              "4lw.commands.whitelist=srvr"));
      var server =
          new ServerProcess(
              Files.createDirectory(folder.resolve("server" + id)), JAR.toString(), configuration);
      Files.writeString(server.data().resolve("myid"), String.valueOf(id));
      servers.add(server);
      server.start();
    }
    String connect =
        ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",", "", "/f"));
    for (int number = 1; number <= NODES; number++) {
      nodes.add(
          ZooKeeperMembership.join(
              new Ensemble(connect, SESSION, null, null),
              TestFleet.node(number),
              null,
              ABSENCE,
              InstantSource.system()));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    nodes.forEach(ZooKeeperMembership::close);
    for (ServerProcess server : servers) {
      server.kill();
    }
  }

  private Members awaitAll(int last) {
    nodes.forEach(node -> TestFleet.awaitNodes(node, TestFleet.nodes(1, last)));
    Members members = nodes.getFirst().members();
    nodes.forEach(node -> Eventually.until(node::members, members::equals));
    nodes.forEach(TestFleet::awaitNoTrouble);
    return members;
  }

  /// Which server leads, from 0, or null while none does.
  private @Nullable Integer leader() {
    return IntStream.range(0, SERVERS)
        .filter(server -> status(ports.get(server)).contains("Mode: leader"))
        .boxed()
        .findFirst()
        .orElse(null);
  }

  private static String status(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        InputStream in = socket.getInputStream()) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException _) {
      return "";
    }
  }

  @Test
  void five_nodes_agree_and_the_death_of_the_leader_changes_nothing() throws Exception {
    Members before = awaitAll(NODES);
    int leader = Eventually.until(this::leader, each -> each != null);
    servers.get(leader).kill();
    int next = Eventually.until(this::leader, each -> each != null);
    assertThat(next).isNotEqualTo(leader);
    assertThat(awaitAll(NODES)).isEqualTo(before);
    nodes.getLast().leave(Duration.ofSeconds(30));
    nodes.removeLast().close();
    assertThat(awaitAll(NODES - 1).epoch()).isEqualTo(before.epoch() + 1);
  }

  @Test
  void the_death_of_all_servers_is_told_and_loses_nobody() throws Exception {
    Members before = awaitAll(NODES);
    for (ServerProcess server : servers) {
      server.kill();
    }
    nodes.forEach(node ->
        TestFleet.awaitTrouble(
            node, "ZooKeeper is lost since ..:..:..; going on with epoch " + before.epoch()));
    assertThat(nodes).allSatisfy(node -> assertThat(node.members()).isEqualTo(before));
    List<Members> heard = new CopyOnWriteArrayList<>();
    nodes.getFirst().listen(heard::add);
    for (ServerProcess server : servers) {
      server.start();
    }
    nodes.forEach(TestFleet::awaitNoTrouble);
    nodes.getLast().leave(Duration.ofSeconds(30));
    nodes.removeLast().close();
    assertThat(awaitAll(NODES - 1).epoch()).isEqualTo(before.epoch() + 1);
    assertThat(heard.getFirst()).isEqualTo(before);
    assertThat(heard).hasSize(2);
  }
}
