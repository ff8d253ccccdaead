package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/// A node's place under `nodes`, which it takes, keeps, and gives up when it leaves.
final class Registration {
  private final CuratorFramework client;
  private final Place place;
  private final String path;
  private final Watcher onChange;
  private volatile CountDownLatch gone = new CountDownLatch(1);
  private volatile boolean isEntering;
  private volatile boolean isLeaving;
  private volatile @Nullable String trouble;
  private boolean wasOurs;

  /// @param onChange is told once that the place is no longer as [#renew] left it
  Registration(CuratorFramework client, Node self, Watcher onChange) {
    this.client = client;
    this.place = new Place(self, UUID.randomUUID());
    this.path = Coordinator.NODES + "/" + self.name();
    this.onChange = onChange;
  }

  /// Why the place is not ours, or null.
  @Nullable String trouble() {
    return trouble;
  }

  /// Makes sure that the place is ours, once it is to be, or that it is given up. Returns false if
  /// that is to be tried again at once.
  ///
  /// @param list as it was read before
  boolean renew(SharedValue<Members> list) throws Exception {
    try {
      return isLeaving ? depart(list) : !isEntering || occupy();
    } catch (KeeperException.BadVersionException
        | KeeperException.NoNodeException
        | KeeperException.NodeExistsException _) {
      return false;
    }
  }

  private boolean occupy() throws Exception {
    Stat stat = client.checkExists().usingWatcher(onChange).forPath(path);
    if (stat == null) {
      client
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(path, place.encode());
      return false;
    }
    if (isOfThisSession(stat)) {
      wasOurs = true;
      trouble = null;
      return true;
    }
    Place taken = read(stat);
    if (taken == null || !isToBeTakenOver(taken)) {
      trouble = taken(taken);
      return true;
    }
    client
        .transaction()
        .forOperations(
            client.transactionOp().delete().withVersion(stat.getVersion()).forPath(path),
            client
                .transactionOp()
                .create()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(path, place.encode()));
    return false;
  }

  private boolean isOfThisSession(Stat stat) throws Exception {
    return stat.getEphemeralOwner() == client.getZookeeperClient().getZooKeeper().getSessionId();
  }

  /// Null for what is no place.
  private @Nullable Place read(Stat stat) throws Exception {
    try {
      return Place.decode(client.getData().storingStatIn(stat).forPath(path));
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /// Ours of an older session, or that of a run before this one. A run that had the place and finds
  /// another there was followed by that one: two that took it from each other would never end.
  private boolean isToBeTakenOver(Place taken) {
    return taken.run().equals(place.run())
        || (!wasOurs && taken.node().address().equals(place.node().address()));
  }

  private String taken(@Nullable Place taken) {
    String name = "the name " + place.node().name() + " is taken by ";
    if (taken == null) {
      return name + "what is no node; delete it";
    }
    String address = taken.node().address();
    return address.equals(place.node().address())
        ? name + "another process for " + address
        : name + address + "; give this node another name";
  }

  /// Gives the place up and takes the node off the list, both in one transaction: so nobody has to
  /// be told apart who left from who is missing.
  ///
  /// The list is written also where the node is not on it, since a coordinator that has seen the
  /// node would otherwise add it afterwards.
  private boolean depart(SharedValue<Members> list) throws Exception {
    if (gone.getCount() == 0) {
      return true;
    }
    List<CuratorOp> operations = new ArrayList<>();
    Stat stat = client.checkExists().forPath(path);
    if (stat != null) {
      if (!isOfThisRun(read(stat))) {
        gone.countDown();
        return true;
      }
      operations.add(client.transactionOp().delete().withVersion(stat.getVersion()).forPath(path));
    }
    Members known = list.newest();
    Members members = known == null ? new Members(1, List.of()) : known;
    if (stat != null || members.nodes().contains(place.node())) {
      operations.add(list.replacement(without(place.node(), members)));
    }
    if (!operations.isEmpty()) {
      client.transaction().forOperations(operations);
      list.refresh();
    }
    gone.countDown();
    return true;
  }

  /// Gives up the place of a node that leaves where the list cannot be read: nobody can write it
  /// either.
  void vacate() throws Exception {
    if (!isLeaving || gone.getCount() == 0) {
      return;
    }
    Stat stat = client.checkExists().forPath(path);
    if (stat != null && isOfThisRun(read(stat))) {
      client.delete().withVersion(stat.getVersion()).forPath(path);
    }
    gone.countDown();
  }

  private boolean isOfThisRun(@Nullable Place taken) {
    return taken != null && taken.run().equals(place.run());
  }

  private static Members without(Node node, Members members) {
    List<Node> others =
        members.nodes().stream().filter(each -> !each.name().equals(node.name())).toList();
    boolean isListed = others.size() < members.nodes().size();
    return isListed ? new Members(members.epoch() + 1, others) : members;
  }

  /// From now on the place is to be ours, also where it was given up before.
  void enter() {
    isLeaving = false;
    isEntering = true;
  }

  /// From now on the place is given up.
  void leave() {
    gone = new CountDownLatch(1);
    isLeaving = true;
  }

  /// Waits until this node has left, but no longer than `patience`.
  void awaitDeparture(Duration patience) throws InterruptedException {
    var _ = gone.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }
}
