package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.MembershipProvider;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.StaticMembership;
import dev.millrace.fleet.ticket.TicketSharing;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.FleetSettings.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// Where this gateway learns who is in its fleet.
public final class FleetMembership {
  private FleetMembership() {}

  /// That of the node that the settings name, for it to enter.
  static Membership of(FleetSettings settings) throws IOException {
    return switch (settings.source()) {
      case Source.MembersFile(Path path) -> StaticMembership.open(path);
      case Source.ZooKeeper zooKeeper -> join(settings, zooKeeper, zooKeeper.self());
    };
  }

  /// Looks at the fleet without being one of its nodes.
  ///
  /// @throws IOException if the list cannot be read
  public static Membership lookOn(FleetSettings settings) throws IOException {
    return switch (settings.source()) {
      case Source.MembersFile(Path path) -> StaticMembership.open(path);
      case Source.ZooKeeper zooKeeper -> join(settings, zooKeeper, null);
    };
  }

  private static Membership join(
      FleetSettings settings, Source.ZooKeeper zooKeeper, @Nullable Node self) throws IOException {
    MembershipProvider provider =
        ServiceLoader.load(MembershipProvider.class)
            .findFirst()
            .orElseThrow(
                () -> new IOException("millrace-fleet-zookeeper is not among the libraries here"));
    Ensemble.Tls tls =
        zooKeeper.isSecure()
            ? new Ensemble.Tls(
                settings.authority(), settings.certificate().chain(), settings.certificate().key())
            : null;
    Path digest = zooKeeper.digest();
    Ensemble ensemble =
        new Ensemble(
            zooKeeper.servers(),
            zooKeeper.timeout(),
            tls,
            digest == null ? null : Files.readString(digest).strip());
    return provider.join(ensemble, self, self == null ? null : tickets(zooKeeper));
  }

  private static @Nullable TicketSharing tickets(Source.ZooKeeper zooKeeper) throws IOException {
    FleetSettings.Tickets tickets = zooKeeper.tickets();
    if (tickets == null) {
      return null;
    }
    String servers = zooKeeper.servers();
    String fleet = servers.substring(servers.indexOf('/'));
    return new TicketSharing(KeyringWrapping.read(tickets.keys(), fleet), tickets.period());
  }
}
