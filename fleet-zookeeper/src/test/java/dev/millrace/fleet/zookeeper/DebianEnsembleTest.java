package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Members;
import dev.millrace.fleet.zookeeper.testing.DebianEnsemble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Five nodes on three servers of Debian's package `zookeeper`, which are killed.
@Tag("long")
class DebianEnsembleTest {
  private static final int NODES = 5;

  /// As [ZooKeeperMembershipProvider] has it.
  private static final Duration ABSENCE = Duration.ofSeconds(10);

  private static final Duration SESSION = Duration.ofSeconds(4);

  @TempDir private Path folder;
  private final List<ZooKeeperMembership> nodes = new ArrayList<>();
  private DebianEnsemble servers;

  @BeforeEach
  void start() throws IOException {
    servers = DebianEnsemble.start("DebianEnsembleTest", folder, "127.0.0.1");
    for (int number = 1; number <= NODES; number++) {
      var node =
          ZooKeeperMembership.join(
              new Ensemble(servers.servers() + "/f", SESSION, null, null),
              TestFleet.node(number),
              null,
              ABSENCE,
              InstantSource.system());
      nodes.add(node);
      node.enter();
    }
  }

  @AfterEach
  void stop() {
    nodes.forEach(ZooKeeperMembership::close);
    if (servers != null) {
      servers.close();
    }
  }

  private Members awaitAll(int last) {
    nodes.forEach(node -> TestFleet.awaitNodes(node, TestFleet.nodes(1, last)));
    Members members = nodes.getFirst().members();
    nodes.forEach(node -> Eventually.until(node::members, members::equals));
    nodes.forEach(TestFleet::awaitNoTrouble);
    return members;
  }

  private OptionalInt awaitLeader() {
    return Eventually.until(servers::leader, OptionalInt::isPresent);
  }

  @Test
  void five_nodes_agree_and_the_death_of_the_leader_changes_nothing() throws Exception {
    Members before = awaitAll(NODES);
    OptionalInt leader = awaitLeader();
    servers.killLeader();
    assertThat(awaitLeader()).isNotEqualTo(leader);
    assertThat(awaitAll(NODES)).isEqualTo(before);
    nodes.getLast().leave(Duration.ofSeconds(30));
    nodes.removeLast().close();
    assertThat(awaitAll(NODES - 1).epoch()).isEqualTo(before.epoch() + 1);
  }

  @Test
  void the_death_of_all_servers_is_told_and_loses_nobody() throws Exception {
    Members before = awaitAll(NODES);
    servers.killAll();
    nodes.forEach(node ->
        TestFleet.awaitTrouble(
            node, "ZooKeeper is lost since ..:..:..; going on with epoch " + before.epoch()));
    assertThat(nodes).allSatisfy(node -> assertThat(node.members()).isEqualTo(before));
    List<Members> heard = new CopyOnWriteArrayList<>();
    nodes.getFirst().listen(heard::add);
    servers.startKilled();
    nodes.forEach(TestFleet::awaitNoTrouble);
    nodes.getLast().leave(Duration.ofSeconds(30));
    nodes.removeLast().close();
    assertThat(awaitAll(NODES - 1).epoch()).isEqualTo(before.epoch() + 1);
    assertThat(heard.getFirst()).isEqualTo(before);
    assertThat(heard).hasSize(2);
  }
}
