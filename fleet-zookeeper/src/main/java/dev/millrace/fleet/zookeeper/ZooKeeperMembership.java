package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Members;
import dev.millrace.fleet.MembersFeed;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSharing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;

/// One node's membership of a fleet that lives on ZooKeeper.
///
/// **What is stored**, under the path that the ensemble names:
///
/// ```
/// nodes/NAME   a node's place, ephemeral: the node as text, and a line that tells its runs apart
/// members      the list that all place keys by, persistent: Members as text
/// election/    who stood for coordinator, and when: Curator's LeaderLatch
/// ticket-keys  the ticket keys, persistent and wrapped: TicketKeySet
/// ```
///
/// **The list is not the set of places.** Places come and go with sessions, each node would see
/// them at another moment, and none could say which of two sets is the newer. So one elected node,
/// the coordinator, writes down who is there, under an epoch that it raises by one, whenever that
/// is not what the list says. Two coordinators, of which one does not yet know that its time is
/// over, harm nobody: what each writes follows from what is stored, and a write counts only where
/// nothing was written since that was read.
///
/// **Missing is not gone.** A node whose place vanished stays on the list for an absence of some
/// seconds. Servers that come back may have forgotten all sessions at once, and a fleet that shrank
/// to the first nodes to register again would throw its caches away. Who looks on without pause can
/// tell how long somebody has been missing: a coordinator that was cut off, or is new, counts from
/// its own beginning.
///
/// **Leaving takes no mark.** A node that leaves deletes its place and takes itself off the list in
/// one transaction. So no coordinator ever sees a place that vanished on purpose, nothing has to be
/// cleaned up after those who left, and one can leave while there is no coordinator.
///
/// **Nothing gets older.** A list with a smaller epoch, or ticket keys of a smaller version, are
/// not taken: servers that were restored from a copy, or begin with nothing, may tell of such. A
/// node that knows something newer than what is stored stores it again. Where it knows something
/// other under the same number, as may be after servers lost a write, it stores what it knows under
/// the next number, which all take; one that only looks on says so, and goes on with what it knows.
///
/// **Passes.** Whatever happens, a watch that fires, servers that are found or lost, an election,
/// wakes a pass, which makes what is there what it ought to be, and knows nothing of what woke it.
/// There is one each ten seconds anyway, so that a watch that was lost costs no more than that, and
/// one within a second where an absence is over, or a rotation is due. Ticket keys have passes of
/// their own: to unwrap them may take a while.
final class ZooKeeperMembership implements Membership {
  final Connection connection;
  private final @Nullable Part part;
  private final SharedValue<Members> list;
  private final Passes listPasses;
  private final @Nullable TicketKeys ticketKeys;
  private final MembersFeed feed = new MembersFeed(Members.none());
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /// What a node takes part by, other than one that looks on.
  private record Part(Node self, Registration registration, Coordinator coordinator) {}

  private ZooKeeperMembership(
      Connection connection,
      @Nullable Node self,
      @Nullable TicketSharing tickets,
      Duration absence,
      InstantSource clock) {
    this.connection = connection;
    this.listPasses = new Passes("fleet-list", this::isDue, this::keepList);
    Watcher onChange = _ -> listPasses.wake();
    var client = connection.client();
    this.list = new SharedValue<>(client, "/members", new MembersFormat(), onChange, feed::publish);
    this.part =
        self == null
            ? null
            : new Part(
                self,
                new Registration(client, self, onChange),
                new Coordinator(client, self, absence, onChange, this::wake));
    this.ticketKeys =
        tickets == null
            ? null
            : new TicketKeys(connection, part == null ? null : part.coordinator, tickets, clock);
  }

  /// As [ZooKeeperMembershipProvider#join].
  ///
  /// @param absence for how long a node stays on the list that is missing and has not left
  /// @param clock for the age of ticket keys, and for what operators are told
  static ZooKeeperMembership join(
      Ensemble ensemble,
      @Nullable Node self,
      @Nullable TicketSharing tickets,
      Duration absence,
      InstantSource clock)
      throws IOException {
    var membership =
        new ZooKeeperMembership(new Connection(ensemble, clock), self, tickets, absence, clock);
    try {
      membership.start();
    } catch (RuntimeException | Error e) {
      membership.close();
      throw e;
    }
    return membership;
  }

  private void start() {
    connection.start(this::wake);
    if (part != null) {
      part.coordinator.start();
    }
    listPasses.start();
    if (ticketKeys != null) {
      ticketKeys.start();
    }
  }

  private void wake() {
    listPasses.wake();
    if (ticketKeys != null) {
      ticketKeys.wake();
    }
  }

  private boolean isDue() {
    return part != null && part.coordinator.isDue();
  }

  private boolean keepList() throws Exception {
    if (!connection.isUp()) {
      return true;
    }
    try {
      list.refresh();
    } catch (IOException e) {
      if (part != null) {
        part.registration.vacate();
      }
      throw e;
    }
    return part == null
        || (list.restore(disputed -> new Members(disputed.epoch() + 1, disputed.nodes()))
            && part.registration.renew(list)
            && (!part.coordinator.isElected() || part.coordinator.coordinate(list)));
  }

  @Override
  public Members members() {
    return feed.newest();
  }

  @Override
  public void listen(Consumer<? super Members> listener) {
    feed.listen(listener);
  }

  @Override
  public @Nullable TicketKeySet ticketKeys() {
    return ticketKeys == null ? null : ticketKeys.newest();
  }

  @Override
  public @Nullable String trouble() {
    String ofList = listTrouble();
    String ofTickets = ticketKeys == null ? null : ticketKeys.trouble();
    if (ofList == null || ofTickets == null) {
      return ofList == null ? ofTickets : ofList;
    }
    return ofList + "; " + ofTickets;
  }

  /// In one line what is wrong with the servers, the list, or this node's place on it, or null.
  private @Nullable String listTrouble() {
    String lost = connection.trouble(members().epoch());
    if (lost != null) {
      return lost;
    }
    Throwable failure = listPasses.failure();
    if (failure != null) {
      return "the list of nodes is not kept: " + failure.getMessage();
    }
    if (list.isDisputed()) {
      return "another list is stored under the epoch that is known, " + members().epoch();
    }
    return part == null ? null : unlisted(part, members());
  }

  /// Why a node is not on the list, or null.
  private static @Nullable String unlisted(Part part, Members members) {
    Node self = part.self;
    Stream<Node> others = members.nodes().stream().filter(each -> !each.name().equals(self.name()));
    return part.registration.trouble() != null
        ? part.registration.trouble()
        : others
            .filter(each -> each.address().equals(self.address()))
            .map(
                each -> "the address " + self.address() + " is that of " + each.name() + " already")
            .findFirst()
            .orElse(null);
  }

  @Override
  public void enter() {
    if (part != null) {
      part.registration.enter();
      listPasses.wake();
    }
  }

  @Override
  public void leave(Duration patience) throws InterruptedException {
    if (part != null) {
      part.registration.leave();
      listPasses.wake();
      // Who never found the servers is on no list.
      if (connection.wasUp()) {
        part.registration.awaitDeparture(patience);
      }
    }
  }

  @Override
  public void close() {
    if (isClosed.getAndSet(true)) {
      return;
    }
    Coordinator coordinator = part == null ? null : part.coordinator;
    // From the last to the first, and each though another fails.
    try (connection;
        coordinator;
        ticketKeys;
        listPasses) {}
  }
}
