package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedValueTest {
  private static final String PATH = "/members";
  private static final MembersFormat FORMAT = new MembersFormat();

  private final List<Members> taken = new ArrayList<>();
  private TestFleet fleet;
  private CuratorFramework client;
  private SharedValue<Members> list;

  @BeforeEach
  void start() throws Exception {
    fleet = new TestFleet();
    client = fleet.raw();
    list = new SharedValue<>(client, PATH, FORMAT, _ -> {}, taken::add);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    fleet.close();
  }

  private static Members epoch(long epoch) {
    return new Members(epoch, TestFleet.nodes(1, 2));
  }

  @Test
  void of_two_writes_that_follow_from_the_same_one_counts() throws Exception {
    assertThat(list.replace(epoch(1))).isTrue();
    SharedValue<Members> other = new SharedValue<>(client, PATH, FORMAT, _ -> {}, _ -> {});
    other.refresh();
    assertThat(other.replace(epoch(2))).isTrue();
    assertThat(list.replace(new Members(2, List.of()))).isFalse();
    list.refresh();
    assertThat(list.newest()).isEqualTo(epoch(2));
    assertThat(list.replace(epoch(3))).isTrue();
    assertThat(taken).containsExactly(epoch(1), epoch(2), epoch(3));
  }

  @Test
  void of_two_who_find_nothing_one_stores_the_first() throws Exception {
    SharedValue<Members> other = new SharedValue<>(client, PATH, FORMAT, _ -> {}, _ -> {});
    list.refresh();
    other.refresh();
    assertThat(other.replace(epoch(1))).isTrue();
    assertThat(list.replace(new Members(1, List.of()))).isFalse();
    assertThat(taken).isEmpty();
  }

  @Test
  void what_is_older_is_not_taken_and_what_is_newer_is_stored_again() throws Exception {
    assertThat(list.replace(epoch(7))).isTrue();
    client.setData().forPath(PATH, FORMAT.encode(epoch(6)));
    list.refresh();
    assertThat(list.newest()).isEqualTo(epoch(7));
    assertThat(list.restore(SharedValueTest::successor)).isTrue();
    assertThat(client.getData().forPath(PATH)).isEqualTo(FORMAT.encode(epoch(7)));
    assertThat(taken).containsExactly(epoch(7));
  }

  private static Members successor(Members members) {
    return new Members(members.epoch() + 1, members.nodes());
  }

  @Test
  void of_two_values_under_one_number_the_known_one_is_stored_under_the_next() throws Exception {
    assertThat(list.replace(epoch(7))).isTrue();
    assertThat(list.isDisputed()).isFalse();
    client.setData().forPath(PATH, FORMAT.encode(new Members(7, List.of())));
    list.refresh();
    assertThat(list.isDisputed()).isTrue();
    assertThat(list.newest()).isEqualTo(epoch(7));
    client.setData().forPath(PATH, FORMAT.encode(new Members(7, TestFleet.nodes(5, 6))));
    assertThat(list.restore(SharedValueTest::successor)).isFalse();
    list.refresh();
    assertThat(list.restore(SharedValueTest::successor)).isTrue();
    assertThat(list.isDisputed()).isFalse();
    assertThat(client.getData().forPath(PATH)).isEqualTo(FORMAT.encode(epoch(8)));
    assertThat(taken).containsExactly(epoch(7), epoch(8));
  }

  @Test
  void a_newer_value_in_a_transaction_of_the_same_number_is_seen() throws Exception {
    Stat dummy = new Stat();
    client.create().storingStatIn(dummy).creatingParentsIfNeeded().forPath("/dummy");
    while (dummy.getMzxid() < 100) {
      dummy = client.setData().forPath("/dummy", new byte[0]);
    }
    assertThat(list.replace(epoch(1))).isTrue();
    Stat before = client.checkExists().forPath(PATH);
    fleet.stopServer();
    fleet.startEmptyServer();
    Eventually.until(() -> create(client, "/dummy"), isCreated -> isCreated);
    do {
      dummy = client.setData().forPath("/dummy", new byte[0]);
    } while (dummy.getMzxid() < before.getMzxid() - 1);
    client.create().forPath(PATH, FORMAT.encode(epoch(2)));
    assertThat(client.checkExists().forPath(PATH).getMzxid()).isEqualTo(before.getMzxid());
    list.refresh();
    assertThat(list.newest()).isEqualTo(epoch(2));
  }

  private static boolean create(CuratorFramework client, String path) {
    try {
      client.create().creatingParentsIfNeeded().forPath(path);
      return true;
    } catch (Exception _) {
      return false;
    }
  }
}
