package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The links to all other nodes of a list.
///
/// Safe for use by any number of threads.
final class PeerLinks implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeerLinks.class.getName());

  private final Node self;
  private final String bucket;
  private final SSLContext tls;
  private final PeerLimits limits;
  private final Pace pace = new Pace();
  private final SpeedTrial trial = new SpeedTrial();
  private final ConcurrentMap<String, PeerLink> links = new ConcurrentHashMap<>();

  /// @param bucket what the fleet serves
  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  PeerLinks(Node self, String bucket, SSLContext tls, PeerLimits limits) {
    this.self = self;
    this.bucket = bucket;
    this.tls = tls;
    this.limits = limits;
  }

  /// The link to a node, or null if it is this one, or on no list that is known here.
  @Nullable PeerLink to(Node node) {
    return links.get(node.name());
  }

  /// Adds links to those who are new on a list, or at another address. Each is asked at once
  /// whether it is there: so it is not a client who waits to find out, nor for the first full
  /// handshake.
  void open(Members members) {
    for (Node node : members.nodes()) {
      PeerLink link = links.get(node.name());
      if (node.name().equals(self.name())
          || (link != null && link.node().address().equals(node.address()))) {
        continue;
      }
      PeerLink fresh = link(node);
      PeerLink old = links.put(node.name(), fresh);
      if (old != null) {
        old.close();
      }
      Thread.ofVirtual().name("greeting").start(fresh::greet);
    }
  }

  /// Closes links to those who are on a list no longer.
  void close(Members members) {
    for (PeerLink link : links.values()) {
      if (members.named(link.node().name()).isEmpty() && links.remove(link.node().name(), link)) {
        link.close();
      }
    }
  }

  /// Asks all peers at the same time whether they are there.
  void greet() {
    try (var questions = Executors.newVirtualThreadPerTaskExecutor()) {
      links.values().forEach(link -> questions.execute(link::greet));
    }
  }

  /// Asks this node itself, as others will, and tells the log if they will get no answer.
  void greetSelf() {
    try (PeerLink own = link(self)) {
      String silence = own.silence();
      if (silence != null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "other nodes may not reach this one at {0}: {1}",
            self.address(),
            silence);
      }
    }
  }

  private PeerLink link(Node node) {
    return new PeerLink(node, bucket, tls, limits, pace, trial, this::availableBeside);
  }

  private List<PeerLink> availableBeside(PeerLink link) {
    return links.values().stream().filter(each -> each != link && each.isAvailable()).toList();
  }

  @Override
  public void close() {
    links.values().forEach(PeerLink::close);
  }
}
