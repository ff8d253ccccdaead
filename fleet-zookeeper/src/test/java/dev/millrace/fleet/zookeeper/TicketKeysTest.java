package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSecret;
import dev.millrace.fleet.ticket.TicketSharing;
import dev.millrace.fleet.ticket.Wrapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TicketKeysTest {
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final TicketSharing SHARING = new TicketSharing(new AesGcm(1), PERIOD);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-23T17:00:00Z"));
  private TestFleet fleet;

  @BeforeEach
  void start() throws Exception {
    fleet = new TestFleet();
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  /// AES-GCM under a key of which all bytes are the same.
  private record AesGcm(int keyByte) implements Wrapping {
    private static final int NONCE_LENGTH = 12;

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
      byte[] key = new byte[16];
      java.util.Arrays.fill(key, (byte) keyByte);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
      return cipher;
    }

    @Override
    public byte[] wrap(byte[] plain) throws IOException {
      byte[] nonce = new byte[NONCE_LENGTH];
      new SecureRandom().nextBytes(nonce);
      try {
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
        return ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
      } catch (GeneralSecurityException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    @Override
    public byte[] unwrap(byte[] wrapped) throws IOException {
      byte[] nonce = new byte[NONCE_LENGTH];
      ByteBuffer buffer = ByteBuffer.wrap(wrapped).get(nonce);
      byte[] sealed = new byte[buffer.remaining()];
      buffer.get(sealed);
      try {
        return cipher(Cipher.DECRYPT_MODE, nonce).doFinal(sealed);
      } catch (GeneralSecurityException e) {
        throw new IOException("not under this key", e);
      }
    }
  }

  private List<ZooKeeperMembership> join(int first, int last) throws IOException {
    return Stream.iterate(first, number -> number <= last, number -> number + 1)
        .map(number -> join(number, SHARING))
        .toList();
  }

  private ZooKeeperMembership join(int number, TicketSharing sharing) {
    try {
      return fleet.join(
          fleet.ensemble(), TestFleet.node(number), sharing, TestFleet.LONG_ABSENCE, now::get);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static TicketKeySet awaitVersion(ZooKeeperMembership node, long version) {
    return Eventually.until(node::ticketKeys, keys -> keys != null && keys.version() == version);
  }

  @Test
  void all_nodes_have_the_same_keys() throws Exception {
    List<ZooKeeperMembership> nodes = join(1, 3);
    TicketKeySet keys = awaitVersion(nodes.getFirst(), 1);
    assertThat(nodes).allSatisfy(node -> assertThat(awaitVersion(node, 1)).isEqualTo(keys));
    assertThat(keys.made()).isEqualTo(now.get());
    assertThat(keys.period()).isEqualTo(PERIOD);
    nodes.forEach(TestFleet::awaitNoTrouble);
  }

  @Test
  void who_looks_on_has_the_keys_too() throws Exception {
    var onlooker = fleet.join(fleet.ensemble(), null, SHARING, TestFleet.LONG_ABSENCE, now::get);
    TicketKeySet keys = awaitVersion(join(1, SHARING), 1);
    assertThat(awaitVersion(onlooker, 1)).isEqualTo(keys);
  }

  @Test
  void a_rotation_reaches_all_with_each_key_in_its_place() throws Exception {
    List<ZooKeeperMembership> nodes = join(1, 3);
    TicketKeySet first = awaitVersion(nodes.getFirst(), 1);
    now.updateAndGet(instant -> instant.plus(PERIOD));
    TicketKeySet second = awaitVersion(nodes.getFirst(), 2);
    assertThat(second.previous()).isEqualTo(first.present());
    assertThat(second.present()).isEqualTo(first.next());
    assertThat(second.next()).isNotIn(first.present(), first.next());
    assertThat(nodes).allSatisfy(node -> assertThat(awaitVersion(node, 2)).isEqualTo(second));
  }

  /// From the moment at which the server stores it. Of several rotations the one in the middle
  /// counts: a machine with other work to do may let a node wait for longer now and then.
  @Test
  void a_rotation_is_known_to_all_within_a_second() throws Exception {
    List<ZooKeeperMembership> nodes = join(1, 5);
    nodes.forEach(node -> awaitVersion(node, 1));
    List<Long> millis = new ArrayList<>();
    try (CuratorFramework raw = fleet.raw()) {
      for (long version = 2; version <= 6; version++) {
        now.updateAndGet(instant -> instant.plus(PERIOD));
        for (ZooKeeperMembership node : nodes) {
          awaitVersion(node, version);
        }
        long known = System.currentTimeMillis();
        millis.add(known - raw.checkExists().forPath("/ticket-keys").getMtime());
      }
    }
    Collections.sort(millis);
    assertThat(millis.get(millis.size() / 2)).as("of " + millis).isBetween(0L, 999L);
  }

  @Test
  void a_node_without_ticket_sharing_has_none() throws Exception {
    join(1, SHARING);
    var without = fleet.join(TestFleet.node(2), TestFleet.LONG_ABSENCE);
    TestFleet.awaitNodes(without, TestFleet.nodes(1, 2));
    assertThat(without.ticketKeys()).isNull();
  }

  @Test
  void what_is_stored_has_no_key_in_it() throws Exception {
    TicketKeySet keys = awaitVersion(join(1, SHARING), 1);
    try (CuratorFramework raw = fleet.raw()) {
      String stored = hex(raw.getData().forPath("/ticket-keys"));
      Stream.of(keys.present(), keys.next())
          .map(TicketSecret::key)
          .forEach(key -> assertThat(stored).doesNotContain(hex(key)));
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void keys_under_another_wrapping_key_are_told_and_stay() throws Exception {
    var first = join(1, SHARING);
    awaitVersion(first, 1);
    try (CuratorFramework raw = fleet.raw()) {
      byte[] stored = raw.getData().forPath("/ticket-keys");
      var second = join(2, new TicketSharing(new AesGcm(2), PERIOD));
      TestFleet.awaitTrouble(
          second, "the ticket keys cannot be unwrapped: not under this key; handshakes are full");
      first.leave(Duration.ofSeconds(30));
      first.close();
      // The one that joined is the coordinator now: it lists the third.
      var third = join(3, SHARING);
      TestFleet.awaitNodes(third, TestFleet.nodes(2, 3));
      awaitVersion(third, 1);
      now.updateAndGet(instant -> instant.plus(PERIOD));
      TestFleet.awaitTrouble(second, "the ticket keys cannot be unwrapped: .*");
      assertThat(second.ticketKeys()).isNull();
      assertThat(raw.getData().forPath("/ticket-keys")).isEqualTo(stored);
      assertThat(third.trouble()).isNull();
    }
  }

  @Test
  void keys_that_can_no_longer_be_unwrapped_are_used_as_long_as_they_may_be() throws Exception {
    var node = join(1, SHARING);
    TicketKeySet keys = awaitVersion(node, 1);
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/ticket-keys", new byte[100]);
      TestFleet.awaitTrouble(
          node, "the ticket keys cannot be unwrapped: not under this key; going on with version 1");
      assertThat(node.ticketKeys()).isEqualTo(keys);
      now.updateAndGet(instant -> instant.plus(PERIOD.multipliedBy(2)));
      TestFleet.awaitTrouble(node, ".*; handshakes are full");
      assertThat(raw.getData().forPath("/ticket-keys")).isEqualTo(new byte[100]);
    }
  }

  @Test
  void keys_that_the_servers_lost_are_stored_again() throws Exception {
    List<ZooKeeperMembership> nodes = join(1, 2);
    TicketKeySet keys = awaitVersion(nodes.getFirst(), 1);
    nodes.forEach(node -> awaitVersion(node, 1));
    try (CuratorFramework raw = fleet.raw()) {
      raw.delete().forPath("/ticket-keys");
      var third = join(3, SHARING);
      assertThat(awaitVersion(third, 1)).isEqualTo(keys);
    }
  }

  @Test
  void of_two_sets_of_one_version_none_stays() throws Exception {
    List<ZooKeeperMembership> nodes = join(1, 2);
    nodes.forEach(node -> awaitVersion(node, 1));
    TicketKeySet known = awaitVersion(nodes.getFirst(), 1);
    TicketKeySet other = TicketKeySet.first(new SecureRandom(), now.get(), PERIOD);
    try (CuratorFramework raw = fleet.raw()) {
      raw.setData().forPath("/ticket-keys", new AesGcm(1).wrap(other.encode()));
      TicketKeySet next = awaitVersion(nodes.getFirst(), 2);
      assertThat(next.previous()).isEqualTo(known.present());
      assertThat(next.present()).isEqualTo(known.next());
      assertThat(awaitVersion(nodes.getLast(), 2)).isEqualTo(next);
    }
  }

  @Test
  void who_has_no_keys_says_so() throws Exception {
    var onlooker = fleet.join(fleet.ensemble(), null, SHARING, TestFleet.LONG_ABSENCE, now::get);
    TestFleet.awaitTrouble(onlooker, "no ticket keys are there yet; handshakes are full");
    join(1, SHARING);
    TestFleet.awaitNoTrouble(onlooker);
  }

  @Test
  void keys_that_are_too_old_are_told_beside_what_else_is_wrong() throws Exception {
    var node = join(1, SHARING);
    awaitVersion(node, 1);
    TestFleet.awaitNodes(node, TestFleet.nodes(1, 1));
    fleet.stopServer();
    TestFleet.awaitTrouble(node, "ZooKeeper is lost since [0-9:]*; going on with epoch 1");
    now.updateAndGet(instant -> instant.plus(PERIOD.multipliedBy(2)));
    assertThat(node.trouble())
        .matches(
            "ZooKeeper is lost since [0-9:]*; going on with epoch 1; "
                + "the ticket keys are too old; handshakes are full");
  }

  @Test
  void keys_that_nobody_rotates_become_too_old() throws Exception {
    var onlooker = fleet.join(fleet.ensemble(), null, SHARING, TestFleet.LONG_ABSENCE, now::get);
    var node = join(1, SHARING);
    awaitVersion(onlooker, 1);
    node.close();
    now.updateAndGet(instant -> instant.plus(PERIOD.multipliedBy(2)));
    TestFleet.awaitTrouble(onlooker, "the ticket keys are too old; handshakes are full");
  }
}
