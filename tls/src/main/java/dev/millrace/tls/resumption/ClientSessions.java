package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The sessions of a client, found by whom they are with.
///
/// Safe for use by several threads, as far as the store is.
public final class ClientSessions {
  private static final int MAX_TRIES = 16;

  private final SessionStore store;
  private final InstantSource clock;
  private final LongSupplier lifetime;

  /// Whom a session is with. Two connections are with the same peer only if the peer's certificate
  /// was chosen and checked in the same way; otherwise one could skip, by resuming, a check that
  /// the other did not ask for.
  ///
  /// @param host as the application gave it
  /// @param serverName that the server is asked for, or empty
  /// @param identification such as `HTTPS`, or empty if no name is checked
  public record Peer(String host, int port, String serverName, String identification) {
    /// `host:port` where the server is asked for by that name and no name is checked; what differs
    /// from it is put in front.
    byte[] key() {
      StringBuilder key = new StringBuilder();
      if (!identification.isEmpty()) {
        key.append(identification).append('/');
      }
      if (!serverName.equalsIgnoreCase(host)) {
        key.append(serverName).append('@');
      }
      key.append(host.toLowerCase(Locale.ROOT)).append(':').append(port);
      return key.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  /// @param lifetime the longest that a session may be used from its full handshake on, in seconds,
  ///   whatever the server allows; 0 for no bound
  public ClientSessions(SessionStore store, InstantSource clock, LongSupplier lifetime) {
    this.store = store;
    this.clock = clock;
    this.lifetime = lifetime;
  }

  /// The session to resume with a peer, or null. One of TLS 1.3 is taken out of the store.
  ///
  /// RFC 8446, appendix C.4: "Clients SHOULD NOT reuse a ticket for multiple connections."
  public @Nullable ResumableSession find(Peer peer) {
    byte[] key = peer.key();
    // A store that does not forget what it is told to must not keep us here.
    for (int i = 0; i < MAX_TRIES; i++) {
      ResumableSession newest = (ResumableSession) store.get(key);
      if (newest == null) {
        return null;
      }
      if (newest.version() == ProtocolVersion.TLS_1_3) {
        newest = (ResumableSession) store.take(key);
        if (newest == null) {
          return null;
        }
        if (newest.version() == ProtocolVersion.TLS_1_2) {
          store.put(key, newest);
        }
      }
      if (isUsable(newest)) {
        return newest;
      }
      store.remove(key, newest);
    }
    return null;
  }

  /// Stores a session for later connections with a peer.
  public void add(Peer peer, ResumableSession session) {
    store.put(peer.key(), session);
  }

  /// Forgets a session that the peer does not know any more, or that ended badly.
  public void remove(Peer peer, ResumableSession session) {
    store.remove(peer.key(), session);
  }

  private boolean isUsable(ResumableSession session) {
    long now = clock.millis();
    long bound = lifetime.getAsLong();
    return session.isAlive(now)
        && (bound == 0 || now - session.creationTime() < bound * 1000)
        && SessionState.isValid(session);
  }
}
