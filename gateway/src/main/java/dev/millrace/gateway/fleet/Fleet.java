package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.Routes;
import dev.millrace.fleet.StaticMembership;
import dev.millrace.fleet.Tier;
import dev.millrace.gateway.certificate.Authorities;
import dev.millrace.gateway.certificate.LiveContext;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.renewal.Renewable;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.FleetSettings.Source;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.TimeSpan;
import dev.millrace.gateway.slice.Peer;
import dev.millrace.gateway.slice.Peers;
import dev.millrace.gateway.slice.Purge;
import dev.millrace.gateway.slice.SliceKey;
import dev.millrace.gateway.watch.Watch;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.tls.TlsConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The fleet that this gateway is a node of, as this node sees it.
///
/// Safe for use by any number of threads.
public final class Fleet implements Peers, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Fleet.class.getName());

  /// How long the others may take to learn that this node leaves.
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /// As many as JSSE keeps, of clients that take no tickets.
  private static final int SESSIONS = 20_480;

  private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);

  private final Node self;
  private final LiveContext tls;
  private final Membership membership;
  private final FleetSettings.@Nullable Tickets tickets;

  /// Whether it is people who write the list.
  private final boolean isListWritten;

  private final PeerLinks links;
  private final PurgeOrders purges;
  private final ForgetOrders written;
  private @Nullable Watch watch;
  private @Nullable String toldTrouble;
  private volatile Routes routes;
  private volatile @Nullable Shares shares;

  private Fleet(
      Settings settings, FleetSettings fleet, Node self, LiveContext tls, Membership membership) {
    this.self = self;
    this.tls = tls;
    this.membership = membership;
    this.tickets =
        fleet.source() instanceof Source.ZooKeeper zooKeeper ? zooKeeper.tickets() : null;
    this.isListWritten = fleet.source() instanceof Source.MembersFile;
    this.links =
        new PeerLinks(
            self, settings.origin().bucket(), tls.context(), PeerLimits.of(settings, fleet));
    this.purges = new PurgeOrders(tls.context(), fleet.timeout());
    this.written = new ForgetOrders(settings.origin().bucket(), tls.context(), fleet.timeout());
    this.routes = new Routes(membership.members());
  }

  /// Begins to follow a fleet, which need not be there yet: alone, a node gets everything itself.
  ///
  /// @param settings those of this node, which has those of the `fleet` for its part in it
  /// @throws IOException if the settings cannot be followed; the message says why
  public static Fleet follow(Settings settings, FleetSettings fleet) throws IOException {
    LiveContext mutual =
        LiveContext.of(
            "fleet-certificate",
            fleet.certificate(),
            fleet.authority(),
            certificate ->
                certificate.mutual(settings.tls(), TrustAnchors.trustManagers(fleet.authority())));
    try {
      return follow(settings, fleet, mutual);
    } catch (IOException | RuntimeException e) {
      mutual.close();
      throw e;
    }
  }

  private static Fleet follow(Settings settings, FleetSettings fleet, LiveContext mutual)
      throws IOException {
    Membership membership = FleetMembership.of(fleet);
    try {
      Fleet joined = new Fleet(settings, fleet, self(fleet, membership), mutual, membership);
      membership.listen(joined::adopt);
      joined.watch = Watch.begin("fleet", WATCH_INTERVAL, joined::look);
      return joined;
    } catch (IOException | RuntimeException e) {
      membership.close();
      throw e;
    }
  }

  private static Node self(FleetSettings settings, Membership membership) throws IOException {
    return switch (settings.source()) {
      case Source.ZooKeeper zooKeeper -> zooKeeper.self();
      case Source.MembersFile file ->
          membership
              .members()
              .named(settings.node())
              .orElseThrow(
                  () -> new IOException(file.path() + " lists no node named " + settings.node()));
    };
  }

  /// This node.
  public Node self() {
    return self;
  }

  /// For connections between nodes, in either direction: shows this node's certificate, and
  /// believes in the authority of the fleet alone.
  public LiveContext tls() {
    return tls;
  }

  /// Says what TLS with clients is to be like: with the ticket keys that all nodes share, if they
  /// share any. A ticket is good for one of their periods at least.
  ///
  /// @param clients those who vouch for the certificates of clients; null where nobody does
  public void configure(TlsConfigBuilder tls, @Nullable Authorities clients) {
    if (tickets != null) {
      byte[] fingerprint = clients == null ? null : clients.fingerprint();
      tls.ticketKeys(new SharedTicketKeys(membership, InstantSource.system(), fingerprint))
          .serverSessions(SESSIONS, tickets.period());
    }
  }

  /// The list, where it is in a file; else null.
  public @Nullable Renewable list() {
    return membership instanceof StaticMembership file ? new ListFile(file) : null;
  }

  @Override
  public @Nullable Peer peer(SliceKey key) {
    Routes now = routes;
    Node node = now.route(SliceAddress.placementKey(key), this::isAvailable);
    return node == null || isSelf(node) ? null : links.to(node);
  }

  /// What an operator wants to know of the fleet, as text. All nodes are asked whether they are
  /// there, at the same time.
  public String report() {
    links.greet();
    return new FleetReport(routes, self, this::health)
        .text(
            tickets != null ? FleetReport.ageOf(membership.ticketKeys(), Instant.now()) : null,
            membership.trouble());
  }

  /// How many nodes share the keys of the main tier.
  public int mainNodes() {
    return routes.placement(Tier.MAIN).members().size();
  }

  /// Has all other nodes of the list purge what is of that generation, at the same time, those too
  /// that are taken for gone. Returns when all have, or have failed to.
  ///
  /// @param failures gets why, by the names of nodes
  /// @return how many have
  public int purge(Purge purge, long generation, Map<String, String> failures) {
    List<Node> others = others();
    Map<String, String> silent = failures(others, node -> purges.failure(node, purge, generation));
    failures.putAll(silent);
    return others.size() - silent.size();
  }

  /// Has all other nodes forget the facts of objects that were written, at the same time, but for
  /// those that are taken for gone. Returns when all have, or have failed to, which the log tells:
  /// they believe what they know for as long as ever.
  public void forget(Collection<ObjectName> objects) {
    List<Node> others = others().stream().filter(this::isAvailable).toList();
    Map<String, String> failures = failures(others, node -> written.failure(node, objects));
    if (!failures.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "nodes that have not heard of {0} objects being written: {1}",
          objects.size(),
          failures);
    }
  }

  private List<Node> others() {
    return routes.members().nodes().stream().filter(node -> !isSelf(node)).toList();
  }

  /// Tells nodes something at the same time, and returns why it failed, by their names.
  static Map<String, String> failures(List<Node> nodes, Function<Node, @Nullable String> tell) {
    Map<String, String> failures = new ConcurrentHashMap<>();
    try (var calls = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Node node : nodes) {
        calls.execute(() -> {
          String failure = outcome(node, tell);
          if (failure != null) {
            failures.put(node.name(), failure);
          }
        });
      }
    }
    return failures;
  }

  private static @Nullable String outcome(Node node, Function<Node, @Nullable String> tell) {
    try {
      return tell.apply(node);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, node.name() + " was not told", e);
      return e.toString();
    }
  }

  /// Has this node put on the list: from then on the others ask it. Tells the log if they will not
  /// get an answer, since its certificate is not for its address, say.
  public void enter() {
    membership.enter();
    Thread.ofVirtual().name("greeting").start(links::greetSelf);
  }

  /// Has this node taken out of the list: from then on the others do not ask it any more.
  public void leave() {
    try {
      membership.leave(FAREWELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
    membership.close();
    links.close();
    purges.close();
    written.close();
    tls.close();
  }

  private boolean isSelf(Node node) {
    return node.name().equals(self.name());
  }

  private boolean isAvailable(Node node) {
    if (isSelf(node)) {
      return true;
    }
    PeerLink link = links.to(node);
    return link != null && link.isAvailable();
  }

  /// What this node knows of another.
  public enum State {
    SELF,
    ANSWERS,
    REFUSES,
    SILENT
  }

  /// The fleet as this node sees it, in the order of the list.
  public record View(long epoch, List<Seen> nodes) {
    /// How many nodes are in a state.
    public long count(State state) {
      return nodes.stream().filter(seen -> seen.state() == state).count();
    }

    /// The share of the keys of its tier that this node owns; 0 if it is not on the list.
    public double share() {
      return nodes.stream()
          .filter(seen -> seen.state() == State.SELF)
          .mapToDouble(Seen::share)
          .sum();
    }
  }

  /// A node as this one sees it.
  ///
  /// @param share of the keys of its tier that it owns, seen in a sample
  /// @param health in a few words, for those who may know addresses
  public record Seen(Node node, State state, double share, String health) {}

  public View view() {
    Routes now = routes;
    Map<Node, Double> ofNodes = shares(now);
    return new View(
        now.members().epoch(),
        now.members().nodes().stream()
            .map(node -> new Seen(node, state(node), ofNodes.getOrDefault(node, 0.0), health(node)))
            .toList());
  }

  private State state(Node node) {
    PeerLink link = links.to(node);
    if (isSelf(node)) {
      return State.SELF;
    }
    if (link != null && link.outage() != null) {
      return State.SILENT;
    }
    return link == null || link.refusal() == null ? State.ANSWERS : State.REFUSES;
  }

  /// They are the same as long as the list is, and the sample is large.
  private Map<Node, Double> shares(Routes now) {
    Shares known = shares;
    if (known == null || known.routes != now) {
      known = new Shares(now, FleetReport.shares(now));
      shares = known;
    }
    return known.ofNodes;
  }

  private record Shares(Routes routes, Map<Node, Double> ofNodes) {}

  private String health(Node node) {
    PeerLink link = links.to(node);
    if (isSelf(node)) {
      return "this node";
    }
    Outage outage = link == null ? null : link.outage();
    if (outage != null) {
      Duration since = Duration.ofNanos(System.nanoTime() - outage.since());
      return "for " + TimeSpan.rounded(since) + " " + outage.cause();
    }
    String refusal = link == null ? null : link.refusal();
    return refusal == null ? "answers" : "refuses slices: " + refusal;
  }

  /// Tells the log when something begins or ceases to be wrong with the membership.
  private void look() {
    String trouble = membership.trouble();
    if (!Objects.equals(trouble, toldTrouble)) {
      LOG.log(System.Logger.Level.WARNING, "fleet: {0}", trouble == null ? "all is well" : trouble);
      toldTrouble = trouble;
    }
  }

  /// Takes a list over: links first, since routes lead to them.
  private void adopt(Members members) {
    links.open(members);
    routes = new Routes(members);
    links.close(members);
    LOG.log(
        System.Logger.Level.INFO,
        "the fleet is {0} nodes, epoch {1}",
        members.nodes().size(),
        members.epoch());
    if (isListWritten && members.nodes().stream().noneMatch(this::isHere)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the list has no {0} at {1}: other nodes do not ask this one",
          self.name(),
          self.address());
    }
  }

  private boolean isHere(Node node) {
    return isSelf(node) && node.address().equals(self.address());
  }
}
