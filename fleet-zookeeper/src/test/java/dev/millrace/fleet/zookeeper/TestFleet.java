package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Members;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.ticket.TicketSharing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;

/// A ZooKeeper server in this JVM, and nodes of a fleet on it.
final class TestFleet implements AutoCloseable {
  static final Duration SESSION = Duration.ofSeconds(2);

  /// Longer than any test takes.
  static final Duration LONG_ABSENCE = Duration.ofMinutes(10);

  private static final int TICK_MILLIS = 500;
  private static final String PATH = "/fleets/one";

  private final List<ZooKeeperMembership> nodes = new ArrayList<>();
  private TestingServer server;

  TestFleet() throws Exception {
    server = new TestingServer(spec(-1), true);
  }

  private static InstanceSpec spec(int port) {
    return new InstanceSpec(null, port, -1, -1, true, -1, TICK_MILLIS, -1);
  }

  Ensemble ensemble() {
    return ensemble(null);
  }

  Ensemble ensemble(@Nullable String digest) {
    return new Ensemble(server.getConnectString() + PATH, SESSION, null, digest);
  }

  /// A node by that number.
  static Node node(int number) {
    return Node.of("gw-" + number, "10.0.0." + number, 8444);
  }

  static List<Node> nodes(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(TestFleet::node).toList();
  }

  /// Joins with the numbers from `first` to `last`, and waits until all know of all.
  List<ZooKeeperMembership> join(int first, int last) throws IOException {
    List<ZooKeeperMembership> joined = new ArrayList<>();
    for (int number = first; number <= last; number++) {
      joined.add(join(node(number), LONG_ABSENCE));
    }
    joined.forEach(each -> awaitNodes(each, nodes(first, last)));
    return joined;
  }

  ZooKeeperMembership join(Node self, Duration absence) throws IOException {
    return join(ensemble(), self, null, absence, InstantSource.system());
  }

  ZooKeeperMembership join(
      Ensemble ensemble,
      @Nullable Node self,
      @Nullable TicketSharing tickets,
      Duration absence,
      InstantSource clock)
      throws IOException {
    var joined = ZooKeeperMembership.join(ensemble, self, tickets, absence, clock);
    nodes.add(joined);
    joined.enter();
    return joined;
  }

  static Members awaitNodes(Membership membership, List<Node> expected) {
    return Eventually.until(membership::members, members -> members.nodes().equals(expected));
  }

  static void awaitNoTrouble(Membership membership) {
    Eventually.until(membership::trouble, trouble -> trouble == null);
  }

  static String awaitTrouble(Membership membership, String pattern) {
    return Eventually.until(
        () -> String.valueOf(membership.trouble()), trouble -> trouble.matches(pattern));
  }

  /// A client that sees what is stored, from the fleet's path on.
  CuratorFramework raw() {
    var client =
        CuratorFrameworkFactory.builder()
            .connectString(server.getConnectString())
            .namespace(PATH.substring(1))
            .sessionTimeoutMs(Math.toIntExact(SESSION.toMillis()))
            .connectionTimeoutMs(Math.toIntExact(SESSION.toMillis()))
            .retryPolicy(new RetryOneTime(100))
            .build();
    client.start();
    return client;
  }

  void stopServer() throws IOException {
    server.stop();
  }

  /// Starts it with the data it had.
  void startServer() throws Exception {
    server.restart();
  }

  /// Starts it without any data.
  void startEmptyServer() throws Exception {
    int port = server.getPort();
    server.close();
    server = new TestingServer(spec(port), true);
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(ZooKeeperMembership::close);
    server.close();
  }
}
