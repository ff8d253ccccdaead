package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
  private static final Duration NO_ABSENCE = Duration.ofNanos(1);

  private final CountDownLatch elected = new CountDownLatch(1);
  private TestFleet fleet;
  private CuratorFramework client;
  private SharedValue<Members> list;
  private Coordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    fleet = new TestFleet();
    client = fleet.raw();
    list = new SharedValue<>(client, "/members", new MembersFormat(), _ -> {}, _ -> {});
    coordinator =
        new Coordinator(client, TestFleet.node(1), NO_ABSENCE, _ -> {}, elected::countDown);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    fleet.close();
  }

  @Test
  void who_was_missing_before_an_election_counts_as_missing_from_then_on() throws Exception {
    Members members = new Members(1, TestFleet.nodes(2, 2));
    assertThat(list.replace(members)).isTrue();
    assertThat(coordinator.coordinate(list)).isTrue();
    coordinator.start();
    elected.await();
    assertThat(coordinator.coordinate(list)).isTrue();
    assertThat(list.newest()).isEqualTo(members);
    assertThat(coordinator.coordinate(list)).isTrue();
    assertThat(list.newest()).isEqualTo(new Members(2, List.of()));
    coordinator.close();
  }

  @Test
  void one_that_never_stood_for_election_can_be_closed() {
    coordinator.close();
    assertThat(coordinator.isElected()).isFalse();
  }
}
