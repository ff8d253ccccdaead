package dev.millrace.fleet.ticket;

import java.time.Duration;

/// How the nodes of a fleet share ticket keys.
///
/// @param wrapping what protects the keys where they are kept
/// @param period for which a key seals tickets, from a second to the 7 days that a ticket may live
///   (RFC 8446, section 4.6.1)
public record TicketSharing(Wrapping wrapping, Duration period) {
  public TicketSharing {
    if (period.compareTo(Duration.ofSeconds(1)) < 0 || period.compareTo(Duration.ofDays(7)) > 0) {
      throw new IllegalArgumentException("a period from 1 s to 7 days, not " + period);
    }
  }
}
