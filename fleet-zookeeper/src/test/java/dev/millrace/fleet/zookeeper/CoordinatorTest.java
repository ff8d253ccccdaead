package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.drivers.TracerDriver;
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

  @Test
  void places_are_read_again_only_where_others_were_taken() throws Exception {
    for (Node node : TestFleet.nodes(1, 3)) {
      take(node);
    }
    List<String> requests = new CopyOnWriteArrayList<>();
    client.getZookeeperClient().setTracerDriver(new Requests(requests));
    assertThat(coordinator.coordinate(list)).isTrue();
    assertThat(requests).filteredOn(name -> name.startsWith("GetData")).hasSize(3);
    requests.clear();
    assertThat(coordinator.coordinate(list)).isTrue();
    assertThat(requests).hasSize(1);
    take(TestFleet.node(4));
    assertThat(coordinator.coordinate(list)).isTrue();
    assertThat(list.newest()).isEqualTo(new Members(2, TestFleet.nodes(1, 4)));
  }

  private void take(Node node) throws Exception {
    client
        .create()
        .creatingParentsIfNeeded()
        .forPath("/nodes/" + node.name(), new Place(node, UUID.randomUUID()).encode());
  }

  private record Requests(List<String> names) implements TracerDriver {
    @Override
    public void addTrace(String name, long time, TimeUnit unit) {
      names.add(name);
    }

    @Override
    public void addCount(String name, int increment) {}
  }
}
