package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/// What one node at a time does for all: it makes the list follow the nodes that are there.
final class Coordinator implements AutoCloseable {
  /// Where nodes have their places.
  static final String NODES = "/nodes";

  private static final Logger LOG = System.getLogger(Coordinator.class.getName());

  private final CuratorFramework client;
  private final Watcher onChange;
  private final LeaderLatch election;
  private final Roster roster;
  private @Nullable Seen seen;

  /// The nodes that had places when what they are in was last looked at.
  private record Seen(Stat stat, List<Node> present) {}

  /// @param onChange is told once that nodes are no longer those that [#coordinate] saw
  /// @param onElection is called when this node's part changes
  Coordinator(
      CuratorFramework client, Node self, Duration absence, Watcher onChange, Runnable onElection) {
    this.client = client;
    this.onChange = onChange;
    this.roster = new Roster(absence);
    this.election = new LeaderLatch(client, "/election", self.name());
    election.addListener(
        new LeaderLatchListener() {
          @Override
          public void isLeader() {
            // A pass that ended after the election before may have noted what it saw.
            roster.forget();
            onElection.run();
          }

          @Override
          public void notLeader() {
            roster.forget();
            onElection.run();
          }
        });
  }

  /// Stands for election.
  void start() {
    try {
      election.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isElected() {
    return election.hasLeadership();
  }

  /// Whether the absence of a node is over: no server tells of that.
  boolean isDue() {
    return isElected() && roster.isDue(System.nanoTime());
  }

  /// Writes the list anew where other nodes are there than it has. Returns false if another write
  /// came first.
  ///
  /// @param list read before: what leaves or is written from then on makes the write fail
  boolean coordinate(SharedValue<Members> list) throws Exception {
    Members known = list.newest();
    Members members = known == null ? Members.none() : known;
    List<Node> nodes = roster.next(members.nodes(), present(), System.nanoTime());
    Members next = new Members(members.epoch() + 1, nodes);
    return next.nodes().equals(members.nodes()) || list.replace(next);
  }

  private List<Node> present() throws Exception {
    Stat stat = new Stat();
    List<String> names;
    try {
      names = client.getChildren().storingStatIn(stat).usingWatcher(onChange).forPath(NODES);
    } catch (KeeperException.NoNodeException _) {
      return List.of();
    }
    // A place is written when it is created, and never again: without another, all are as they
    // were.
    if (seen == null || !stat.equals(seen.stat)) {
      seen = new Seen(stat, read(names));
    }
    return seen.present;
  }

  private List<Node> read(List<String> names) throws Exception {
    List<Node> present = new ArrayList<>();
    for (String name : names) {
      try {
        Node node = Place.decode(client.getData().forPath(NODES + "/" + name)).node();
        if (node.name().equals(name)) {
          present.add(node);
        }
      } catch (KeeperException.NoNodeException _) {
        // Gone since: the watch tells of it.
      } catch (IllegalArgumentException e) {
        LOG.log(Level.DEBUG, "{0} is no place of a node: {1}", name, e.getMessage());
      }
    }
    return present;
  }

  @Override
  public void close() {
    if (election.getState() != LeaderLatch.State.STARTED) {
      return;
    }
    try {
      election.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
