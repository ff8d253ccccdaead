package dev.millrace.tls.resumption;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.handshake.ResumableSession;
import java.security.cert.X509Certificate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The certificates of a server by their fingerprints, which is all that tickets have room for:
/// applications ask which certificate a connection has, also of one that is resumed.
///
/// A session whose certificate the server does not have, since it has got another one, is not
/// resumed; the client sees the other one in a full handshake.
///
/// Safe for use by several threads.
public final class OwnCertificates {
  /// Of a server with more, those that were not shown for the longest time are shown once more.
  private static final int CAPACITY = 1024;

  private final SessionCache<SessionKey, List<X509Certificate>> chains =
      SessionCache.bounded(CAPACITY, ChronoUnit.FOREVER.getDuration());
  private final Supplier<List<List<X509Certificate>>> all;
  private final AtomicBoolean asked = new AtomicBoolean();

  /// @param all chains that the server is known to have, for sessions that another server began;
  ///   called at most once
  public OwnCertificates(Supplier<List<List<X509Certificate>>> all) {
    this.all = all;
  }

  /// Remembers the certificates of a session that is going to be stored or sealed.
  void keep(ResumableSession session) {
    add(session.localCertificates());
  }

  /// The session with its certificates, or null if they are not known.
  @Nullable ResumableSession complete(ResumableSession session) {
    byte[] fingerprint = session.localFingerprint();
    if (fingerprint.length == 0 || !session.localCertificates().isEmpty()) {
      return session;
    }
    SessionKey key = SessionKey.of(fingerprint);
    if (chains.get(key) == null && asked.compareAndSet(false, true)) {
      all.get().forEach(this::add);
    }
    List<X509Certificate> chain = chains.get(key);
    return chain == null ? null : session.withLocalCertificates(chain);
  }

  private void add(List<X509Certificate> chain) {
    if (!chain.isEmpty()) {
      SessionKey key = SessionKey.copyOf(ResumableSession.fingerprint(chain));
      if (chains.get(key) == null) {
        chains.put(key, chain);
      }
    }
  }
}
