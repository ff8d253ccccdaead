package dev.millrace.fleet.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.MembershipProvider;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ZooKeeperMembershipTest {
  private static final Duration SHORT_ABSENCE = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
  void all_nodes_see_the_same_list() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 4);
    Members members = nodes.getFirst().members();
    assertThat(nodes).allSatisfy(node -> assertThat(node.members()).isEqualTo(members));
    nodes.forEach(TestFleet::awaitNoTrouble);
  }

  @Test
  void a_node_is_on_the_list_once_it_enters_and_sees_it_before() throws Exception {
    var first = fleet.join(TestFleet.node(1), TestFleet.LONG_ABSENCE);
    try (var second =
        ZooKeeperMembership.join(
            fleet.ensemble(),
            TestFleet.node(2),
            null,
            TestFleet.LONG_ABSENCE,
            InstantSource.system())) {
      TestFleet.awaitNodes(second, TestFleet.nodes(1, 1));
      TestFleet.awaitNoTrouble(second);
      second.enter();
      TestFleet.awaitNodes(first, TestFleet.nodes(1, 2));
    }
  }

  @Test
  void listeners_hear_of_growing_epochs_and_of_the_last() throws Exception {
    var first = fleet.join(TestFleet.node(1), TestFleet.LONG_ABSENCE);
    List<Members> heard = new CopyOnWriteArrayList<>();
    first.listen(heard::add);
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 1));
    fleet.join(TestFleet.node(2), TestFleet.LONG_ABSENCE);
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 2));
    Eventually.until(heard::getLast, last -> last.equals(first.members()));
    assertThat(heard).extracting(Members::epoch).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_listener_that_fails_keeps_the_list_from_no_other() throws Exception {
    var first = fleet.join(1, 1).getFirst();
    first.listen(members -> {
      if (members.nodes().size() == 2) {
        throw new IllegalStateException("one that fails on purpose");
      }
    });
    List<Members> heard = new CopyOnWriteArrayList<>();
    first.listen(heard::add);
    fleet.join(TestFleet.node(2), TestFleet.LONG_ABSENCE);
    Eventually.until(heard::getLast, last -> last.nodes().equals(TestFleet.nodes(1, 2)));
    assertThat(first.trouble()).isNull();
  }

  @Test
  void a_node_is_listed_with_its_tier_and_its_weight() throws Exception {
    Node heavy = new Node("gw-1", "2001:db8::1", 8444, Tier.AUXILIARY, 2.5);
    TestFleet.awaitNodes(fleet.join(heavy, TestFleet.LONG_ABSENCE), List.of(heavy));
  }

  @Test
  void a_node_that_leaves_is_off_the_list_before_it_is_gone() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 3);
    long epoch = nodes.getLast().members().epoch();
    nodes.getLast().leave(PATIENCE);
    assertThat(nodes.getLast().members()).isEqualTo(new Members(epoch + 1, TestFleet.nodes(1, 2)));
    nodes.forEach(node -> TestFleet.awaitNodes(node, TestFleet.nodes(1, 2)));
  }

  @Test
  void a_node_that_leaves_while_the_list_cannot_be_read_gives_up_its_place() throws Exception {
    var node = fleet.join(1, 1).getFirst();
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/members", "nonsense".getBytes(UTF_8));
      long begun = System.nanoTime();
      node.leave(PATIENCE);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
      assertThat(raw.getChildren().forPath("/nodes")).isEmpty();
      assertThat(text(raw, "/members")).isEqualTo("nonsense");
    }
  }

  @Test
  void the_coordinator_and_the_last_node_can_leave_too() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    nodes.getFirst().leave(PATIENCE);
    assertThat(nodes.getFirst().members().nodes()).isEqualTo(TestFleet.nodes(2, 2));
    nodes.getFirst().close();
    nodes.getLast().leave(PATIENCE);
    assertThat(nodes.getLast().members().nodes()).isEmpty();
  }

  @Test
  void a_node_that_is_missing_stays_listed_for_the_absence_and_then_goes() throws Exception {
    var first = fleet.join(TestFleet.node(1), SHORT_ABSENCE);
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 1));
    var second = fleet.join(TestFleet.node(2), SHORT_ABSENCE);
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 2));
    long closed = System.nanoTime();
    second.close();
    TestFleet.awaitNodes(first, TestFleet.nodes(1, 1));
    assertThat(Duration.ofNanos(System.nanoTime() - closed)).isGreaterThan(SHORT_ABSENCE);
  }

  @Test
  void the_death_of_the_coordinator_passes_its_part_on() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 3);
    nodes.getFirst().close();
    var fourth = fleet.join(TestFleet.node(4), TestFleet.LONG_ABSENCE);
    TestFleet.awaitNodes(fourth, TestFleet.nodes(1, 4));
    TestFleet.awaitNodes(nodes.getLast(), TestFleet.nodes(1, 4));
  }

  @Test
  void a_run_of_the_same_address_takes_the_place_over() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    Members before = nodes.getFirst().members();
    var again = fleet.join(TestFleet.node(2), TestFleet.LONG_ABSENCE);
    TestFleet.awaitNoTrouble(again);
    TestFleet.awaitNodes(again, before.nodes());
    TestFleet.awaitTrouble(
        nodes.getLast(), "the name gw-2 is taken by another process for 10.0.0.2:8444");
    nodes.getLast().leave(PATIENCE);
    nodes.getLast().close();
    assertThat(again.trouble()).isNull();
    assertThat(nodes.getFirst().members()).isEqualTo(before);
  }

  @Test
  void a_name_that_another_address_has_is_waited_for() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    Node impostor = Node.of("gw-2", "10.0.0.7", 8444);
    var waiting = fleet.join(impostor, TestFleet.LONG_ABSENCE);
    TestFleet.awaitTrouble(
        waiting, "the name gw-2 is taken by 10.0.0.2:8444; give this node another name");
    assertThat(nodes.getFirst().members().nodes()).isEqualTo(TestFleet.nodes(1, 2));
    nodes.getLast().leave(PATIENCE);
    TestFleet.awaitNodes(waiting, List.of(TestFleet.node(1), impostor));
    TestFleet.awaitNoTrouble(waiting);
  }

  @Test
  void an_address_that_another_name_has_is_told() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    var third = fleet.join(Node.of("gw-3", "10.0.0.2", 8444), TestFleet.LONG_ABSENCE);
    TestFleet.awaitTrouble(third, "the address 10.0.0.2:8444 is that of gw-2 already");
    assertThat(nodes.getFirst().members().nodes()).isEqualTo(TestFleet.nodes(1, 2));
  }

  @Test
  void who_looks_on_is_not_listed_and_has_no_place() throws Exception {
    var onlooker =
        fleet.join(fleet.ensemble(), null, null, TestFleet.LONG_ABSENCE, InstantSource.system());
    fleet.join(1, 2);
    TestFleet.awaitNodes(onlooker, TestFleet.nodes(1, 2));
    TestFleet.awaitNoTrouble(onlooker);
    try (CuratorFramework raw = fleet.raw()) {
      assertThat(raw.getChildren().forPath("/nodes")).containsExactlyInAnyOrder("gw-1", "gw-2");
      assertThat(raw.getChildren().forPath("/election")).hasSize(2);
    }
    onlooker.leave(PATIENCE);
  }

  @Test
  void what_is_stored_in_place_of_a_list_is_told_and_kept() throws Exception {
    var node = fleet.join(1, 1).getFirst();
    Members members = node.members();
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/members", "nonsense".getBytes(UTF_8));
      TestFleet.awaitTrouble(
          node, "the list of nodes is not kept: what is stored is no list of nodes: line 1: .*");
      assertThat(raw.getData().forPath("/members")).asString().isEqualTo("nonsense");
      assertThat(node.members()).isEqualTo(members);
      raw.delete().forPath("/members");
    }
    TestFleet.awaitNoTrouble(node);
  }

  @Test
  void an_older_list_is_not_taken_but_replaced_by_the_newest() throws Exception {
    var node = fleet.join(1, 2).getFirst();
    Members members = node.members();
    List<Members> heard = new CopyOnWriteArrayList<>();
    node.listen(heard::add);
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/members", new Members(0, List.of()).toString().getBytes(UTF_8));
      Eventually.until(() -> text(raw, "/members"), members.toString()::equals);
    }
    assertThat(heard).containsExactly(members);
  }

  @Test
  void of_two_lists_of_one_epoch_none_stays() throws Exception {
    var node = fleet.join(1, 2).getFirst();
    Members members = node.members();
    Members other = new Members(members.epoch(), TestFleet.nodes(1, 3));
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/members", other.toString().getBytes(UTF_8));
      Members next = Eventually.until(node::members, each -> each.epoch() > members.epoch());
      assertThat(next.nodes()).isEqualTo(members.nodes());
      Eventually.until(() -> text(raw, "/members"), node.members().toString()::equals);
    }
    TestFleet.awaitNoTrouble(node);
  }

  @Test
  void who_looks_on_tells_of_another_list_of_the_epoch_it_knows() throws Exception {
    var onlooker =
        fleet.join(fleet.ensemble(), null, null, TestFleet.LONG_ABSENCE, InstantSource.system());
    try (CuratorFramework raw = fleet.raw()) {
      Members members = new Members(3, TestFleet.nodes(1, 2));
      String other = new Members(3, List.of()).toString();
      raw.create()
          .creatingParentsIfNeeded()
          .forPath("/members", members.toString().getBytes(UTF_8));
      Eventually.until(onlooker::members, members::equals);
      raw.setData().forPath("/members", other.getBytes(UTF_8));
      TestFleet.awaitTrouble(onlooker, "another list is stored under the epoch that is known, 3");
      assertThat(onlooker.members()).isEqualTo(members);
    }
  }

  private static String text(CuratorFramework client, String path) {
    try {
      return new String(client.getData().forPath(path), UTF_8);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void who_closes_leaves_no_thread_behind() throws Exception {
    List<ZooKeeperMembership> nodes = fleet.join(1, 2);
    assertThat(clientThreads()).isNotEmpty();
    nodes.forEach(ZooKeeperMembership::close);
    Eventually.until(ZooKeeperMembershipTest::clientThreads, List::isEmpty);
  }

  private static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.matches(".*(-SendThread|-EventThread|Curator|LeaderLatch).*"))
        .toList();
  }

  @Test
  void the_provider_is_a_service() {
    assertThat(ServiceLoader.load(MembershipProvider.class))
        .hasOnlyElementsOfType(ZooKeeperMembershipProvider.class)
        .hasSize(1);
  }
}
