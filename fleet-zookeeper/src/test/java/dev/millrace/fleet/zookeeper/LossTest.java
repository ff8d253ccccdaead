package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Members;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.KillSession;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is lost, and comes back: servers, their data, sessions.
class LossTest {
  private static final Instant FIVE_PAST_FIVE =
      ZonedDateTime.of(2026, 11, 23, 17, 5, 9, 0, ZoneId.systemDefault()).toInstant();

  private TestFleet fleet;

  @BeforeEach
  void start() throws Exception {
    fleet = new TestFleet();
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void a_restart_of_the_server_changes_nothing() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 3);
    Members before = nodes.getFirst().members();
    fleet.stopServer();
    nodes.forEach(node -> TestFleet.awaitTrouble(node, "ZooKeeper is lost since .*"));
    fleet.startServer();
    nodes.forEach(TestFleet::awaitNoTrouble);
    assertJoinable(before, nodes);
  }

  /// A fourth node joins, so that it was the same fleet all the while.
  private void assertJoinable(Members before, List<ZooKeeperMembership> nodes) throws Exception {
    var fourth = fleet.join(TestFleet.node(4), TestFleet.LONG_ABSENCE);
    Members after = TestFleet.awaitNodes(fourth, TestFleet.nodes(1, 4));
    assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
    nodes.forEach(node -> TestFleet.awaitNodes(node, after.nodes()));
  }

  @Test
  void without_servers_the_last_list_is_kept_and_told() throws Exception {
    var node =
        fleet.join(
            fleet.ensemble(),
            TestFleet.node(1),
            null,
            TestFleet.LONG_ABSENCE,
            InstantSource.fixed(FIVE_PAST_FIVE));
    Members before = TestFleet.awaitNodes(node, TestFleet.nodes(1, 1));
    fleet.stopServer();
    assertThat(TestFleet.awaitTrouble(node, "ZooKeeper is lost .*"))
        .isEqualTo("ZooKeeper is lost since 17:05:09; going on with epoch " + before.epoch());
    assertThat(node.members()).isEqualTo(before);
    fleet.startServer();
    TestFleet.awaitNoTrouble(node);
  }

  @Test
  void servers_that_lost_all_their_data_are_told_it_again() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 3);
    Members before = nodes.getFirst().members();
    fleet.stopServer();
    nodes.forEach(node -> TestFleet.awaitTrouble(node, "ZooKeeper is lost since .*"));
    fleet.startEmptyServer();
    nodes.forEach(TestFleet::awaitNoTrouble);
    try (CuratorFramework raw = fleet.raw()) {
      Eventually.until(() -> exists(raw, "/members"), stat -> stat != null);
      assertThat(raw.getData().forPath("/members")).asString().isEqualTo(before.toString());
    }
    assertJoinable(before, nodes);
  }

  private static Stat exists(CuratorFramework client, String path) {
    try {
      return client.checkExists().forPath(path);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_place_that_is_deleted_is_taken_again() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    Members before = nodes.getFirst().members();
    try (CuratorFramework raw = fleet.raw()) {
      raw.delete().forPath("/nodes/gw-2");
      Eventually.until(() -> exists(raw, "/nodes/gw-2"), stat -> stat != null);
    }
    TestFleet.awaitNoTrouble(nodes.getLast());
    assertThat(nodes.getFirst().members()).isEqualTo(before);
  }

  @Test
  void a_session_that_expired_is_followed_by_another() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    Members before = nodes.getFirst().members();
    try (CuratorFramework raw = fleet.raw()) {
      long session = exists(raw, "/nodes/gw-2").getEphemeralOwner();
      KillSession.kill(nodes.getLast().connection.client().getZookeeperClient().getZooKeeper());
      Eventually.until(
          () -> exists(raw, "/nodes/gw-2"),
          stat -> stat != null && stat.getEphemeralOwner() != session);
    }
    nodes.forEach(TestFleet::awaitNoTrouble);
    assertThat(nodes.getFirst().members()).isEqualTo(before);
  }

  @Test
  void a_server_that_never_answered_is_told_and_closing_does_not_wait_for_it() throws Exception {
    String nowhere = "127.0.0.1:" + InstanceSpec.getRandomPort();
    Ensemble ensemble = new Ensemble(nowhere + "/x", Duration.ofSeconds(60), null, null);
    var node =
        fleet.join(
            ensemble, TestFleet.node(1), null, TestFleet.LONG_ABSENCE, InstantSource.system());
    assertThat(node.trouble()).isEqualTo("no ZooKeeper server answers at " + nowhere);
    assertThat(node.members()).isEqualTo(Members.none());
    long begun = System.nanoTime();
    node.leave(Duration.ofSeconds(60));
    node.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
  }
}
