package dev.millrace.tls;

import org.jspecify.annotations.Nullable;

/// Where the keys of session tickets come from. Servers that share their keys resume each other's
/// sessions.
///
/// Both methods are called during handshakes, by many threads at once; they must not block for
/// long, nor throw.
public interface TicketKeys {
  /// The key for new tickets, or null if there is none at the moment: no tickets are given out
  /// then.
  @Nullable TicketKey current();

  /// The key of a name, as long as tickets under it are to be accepted; null afterwards.
  ///
  /// @param name 16 bytes
  @Nullable TicketKey named(byte[] name);
}
