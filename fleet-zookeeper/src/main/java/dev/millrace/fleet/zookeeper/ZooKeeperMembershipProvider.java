package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.MembershipProvider;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.ticket.TicketSharing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Joins fleets on ZooKeeper, as [ZooKeeperMembership] describes.
public final class ZooKeeperMembershipProvider implements MembershipProvider {
  /// For how long a node stays on the list that is missing and has not left: for the servers to be
  /// elected anew, and for all nodes to find them and to register again.
  private static final Duration ABSENCE = Duration.ofSeconds(10);

  @Override
  public Membership join(Ensemble ensemble, @Nullable Node self, @Nullable TicketSharing tickets)
      throws IOException {
    return ZooKeeperMembership.join(ensemble, self, tickets, ABSENCE, InstantSource.system());
  }
}
