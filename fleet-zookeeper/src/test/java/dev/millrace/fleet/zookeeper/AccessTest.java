package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.ticket.TicketSharing;
import dev.millrace.fleet.ticket.Wrapping;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may read and change what a fleet keeps on ZooKeeper.
class AccessTest {
  private static final Wrapping AS_IT_IS =
      new Wrapping() {
        @Override
        public byte[] wrap(byte[] plain) {
          return plain.clone();
        }

        @Override
        public byte[] unwrap(byte[] wrapped) {
          return wrapped.clone();
        }
      };

  private TestFleet fleet;

  @BeforeEach
  void start() throws Exception {
    fleet = new TestFleet();
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  private ZooKeeperMembership join(int number, Ensemble ensemble) throws Exception {
    return fleet.join(
        ensemble,
        TestFleet.node(number),
        new TicketSharing(AS_IT_IS, Duration.ofHours(1)),
        TestFleet.LONG_ABSENCE,
        InstantSource.system());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/members", "/nodes", "/nodes/gw-1", "/election", "/ticket-keys"})
  void who_has_not_the_digest_can_neither_read_nor_change(String path) throws Exception {
    var node = join(1, fleet.ensemble("fleet:secret"));
    TestFleet.awaitNodes(node, TestFleet.nodes(1, 1));
    Eventually.until(node::ticketKeys, keys -> keys != null);
    try (CuratorFramework raw = fleet.raw()) {
      assertThatThrownBy(() -> raw.getData().forPath(path))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> raw.getChildren().forPath(path))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> raw.setData().forPath(path, new byte[1]))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> raw.create().forPath(path.equals("/") ? "/x" : path + "/x"))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> raw.setACL().withACL(List.of()).forPath(path))
          .isInstanceOf(KeeperException.class);
    }
  }

  @Test
  void nodes_of_one_digest_share_a_fleet_and_one_of_another_is_told() throws Exception {
    var first = join(1, fleet.ensemble("fleet:secret"));
    var second = join(2, fleet.ensemble("fleet:secret"));
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 2));
    TestFleet.awaitNodes(second, TestFleet.nodes(1, 2));
    var stranger = join(3, fleet.ensemble("fleet:guess"));
    TestFleet.awaitTrouble(stranger, "the list of nodes is not kept: .* NoAuth .*");
    assertThat(stranger.members().nodes()).isEmpty();
    assertThat(first.members().nodes()).isEqualTo(TestFleet.nodes(1, 2));
  }
}
