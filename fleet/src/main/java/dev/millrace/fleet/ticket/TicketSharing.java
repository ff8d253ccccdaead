package dev.millrace.fleet.ticket;

import java.time.Duration;

/// How the nodes of a fleet share ticket keys.
///
/// @param wrapping what protects the keys where they are kept
/// @param period for which a key seals tickets, at least a second
public record TicketSharing(Wrapping wrapping, Duration period) {
  public TicketSharing {
    if (period.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("a period of at least 1 s, not " + period);
    }
  }
}
