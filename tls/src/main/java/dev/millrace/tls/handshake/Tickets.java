package dev.millrace.tls.handshake;

import org.jspecify.annotations.Nullable;

/// What a server gives its clients to resume sessions by: tickets that hold the session, or names
/// under which it is stored.
///
/// Safe for use by several threads.
public interface Tickets {
  /// By how many milliseconds a client's clock and the way of its hello may be off for its early
  /// data to be taken (RFC 8446, section 8.3).
  long FRESHNESS_WINDOW = 10_000;

  /// Makes a ticket of a session.
  ///
  /// @return not empty; or null if none can be made at the moment
  byte @Nullable [] issue(ResumableSession session);

  /// The session of a ticket in TLS 1.3, or null if the ticket is unknown, forged or expired. Where
  /// sessions are stored, a ticket is good for one use.
  @Nullable ResumableSession redeem(byte[] ticket);

  /// The session of a ticket in TLS 1.2, which may be used again, or null.
  @Nullable ResumableSession redeem12(byte[] ticket);

  /// Whether TLS 1.2 hands the session to the client in a ticket (RFC 5077), rather than by a
  /// session id.
  boolean sealsSessions();

  /// Whether a ticket of TLS 1.2 is to be replaced when its session is resumed, because the tickets
  /// of its key will not be good for long. Otherwise the client has what it needs.
  boolean isDated(byte[] ticket);

  /// Whether TLS 1.2 gives out session ids that sessions are stored under.
  boolean storesSessions();

  /// Stores a session of TLS 1.2 under its id, if sessions are stored.
  void store12(byte[] sessionId, ResumableSession session);

  /// The session of TLS 1.2 that is stored under an id, or null.
  @Nullable ResumableSession find12(byte[] sessionId);

  /// Removes a session that must not be resumed any more, if sessions are stored.
  void remove(ResumableSession session);

  /// Whether early data may be taken that comes with a ticket: whether this is, for certain, the
  /// first time (RFC 8446, section 8).
  ///
  /// @param binder of the ticket, which differs in each ClientHello
  boolean isFirstUse(byte[] binder);

  /// How long sessions can be resumed, in seconds.
  long lifetime();

  /// No resumption at all.
  static Tickets none() {
    return NoTickets.INSTANCE;
  }
}
