package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/// A store in this process, whose size and lifetime can be changed and whose sessions can be
/// listed: what [javax.net.ssl.SSLSessionContext] asks for.
public sealed interface LocalSessionStore extends SessionStore
    permits BoundedSessionStore, BoundedTicketStore, DisabledSessionStore {

  /// Calls back for every session, in no order that matters; those that come or go meanwhile may be
  /// missed.
  void forEach(Consumer<StoredSession> action);

  /// The most keys that are held at once; 0 if disabled.
  int capacity();

  /// Changes how many are held.
  ///
  /// @param capacity at least 1; where more is held, the oldest is forgotten
  void capacity(int capacity);

  /// How long a session is held.
  Duration timeToLive();

  /// Changes how long sessions are held.
  ///
  /// @param timeToLive more than 0, or 0 for ever; goes for sessions held already, too
  void timeToLive(Duration timeToLive);

  /// The duration that a cache takes for one that JSSE gives, to which 0 means for ever.
  static Duration orForever(Duration timeToLive) {
    return timeToLive.isZero() ? ChronoUnit.FOREVER.getDuration() : timeToLive;
  }
}
