package dev.millrace.fleet;

import dev.millrace.fleet.ticket.TicketSharing;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Joins fleets that live on ZooKeeper; found as a service.
///
/// It is one because ZooKeeper's jars share packages between them, and so can be on the class path
/// alone, while what uses a fleet may be modules.
public interface MembershipProvider {
  /// Begins to follow the list of a fleet; [Membership#enter] puts the node on it. Returns at once:
  /// until the servers answer, the list is [Members#none], and [Membership#trouble] says why. Where
  /// the place of a node of the same name and address is still taken when it enters, that was this
  /// node before a restart, and the place is taken over.
  ///
  /// @param self this node; or null for one that looks on, without being on the list
  /// @param tickets null for a fleet without shared ticket keys
  /// @throws IOException if the ensemble's description makes no sense, or its files cannot be read
  Membership join(Ensemble ensemble, @Nullable Node self, @Nullable TicketSharing tickets)
      throws IOException;
}
