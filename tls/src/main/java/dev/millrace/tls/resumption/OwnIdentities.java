package dev.millrace.tls.resumption;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.ResumableSession;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The certificates and raw keys of a server by their fingerprints, which is all that tickets have
/// room for: applications ask which certificate a connection has, also of one that is resumed.
///
/// A session whose certificate or key the server does not have, since it has got another one, is
/// not resumed; the client sees the other one in a full handshake.
///
/// Safe for use by several threads.
public final class OwnIdentities {
  /// Of a server with more, those that were not shown for the longest time are shown once more.
  private static final int CAPACITY = 1024;

  private final SessionCache<SessionKey, Identity> identities =
      SessionCache.bounded(CAPACITY, ChronoUnit.FOREVER.getDuration());
  private final Supplier<List<Identity>> all;
  private final AtomicBoolean asked = new AtomicBoolean();

  /// @param all that the server is known to have, for sessions that another server began; called at
  ///   most once
  public OwnIdentities(Supplier<List<Identity>> all) {
    this.all = all;
  }

  /// Remembers who the server is in a session that is going to be stored or sealed.
  void keep(ResumableSession session) {
    Identity identity = session.local();
    if (identity != null) {
      add(identity);
    }
  }

  /// The session with who the server is in it, or null if that is not known.
  @Nullable ResumableSession complete(ResumableSession session) {
    byte[] fingerprint = session.localFingerprint();
    if (fingerprint.length == 0 || session.local() != null) {
      return session;
    }
    SessionKey key = SessionKey.of(fingerprint);
    if (identities.get(key) == null && asked.compareAndSet(false, true)) {
      all.get().forEach(this::add);
    }
    Identity identity = identities.get(key);
    return identity == null ? null : session.withLocal(identity);
  }

  private void add(Identity identity) {
    byte[] fingerprint = identity.fingerprint();
    if (identities.get(SessionKey.of(fingerprint)) == null) {
      identities.put(SessionKey.copyOf(fingerprint), identity);
    }
  }
}
