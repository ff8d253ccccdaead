package dev.millrace.tls.jsse;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.resumption.LocalSessionStore;
import dev.millrace.tls.resumption.SessionState;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/// The sessions of one side of an SSLContext, as JSSE shows them: those that are stored in this
/// process and can be resumed. Sessions in tickets are with the clients, and not among them; nor
/// are those in a store of the application's, which knows them itself.
///
/// Listing sessions, and finding one by its id, takes time in proportion to their number: it is for
/// operators, and no handshake does it.
///
/// Safe for use by several threads.
final class TlsSessionContext implements SSLSessionContext {
  /// RFC 8446, section 4.6.1: "Servers MUST NOT use any value greater than 604800 seconds (7
  /// days)."
  private static final int MAX_LIFETIME = 604_800;

  private final TlsContext context;
  private final SessionStore store;
  private volatile int timeout;

  TlsSessionContext(TlsContext context, SessionStore store, Duration timeout) {
    this.context = context;
    this.store = store;
    this.timeout = (int) Math.min(timeout.toSeconds(), Integer.MAX_VALUE);
  }

  SessionStore store() {
    return store;
  }

  /// How long a server's sessions can be resumed, in seconds, at most a week.
  long lifetime() {
    int seconds = timeout;
    return seconds == 0 ? MAX_LIFETIME : Math.min(seconds, MAX_LIFETIME);
  }

  @Override
  public @Nullable SSLSession getSession(byte[] sessionId) {
    ResumableSession found = all().get(HexFormat.of().formatHex(sessionId));
    return found == null ? null : TlsSession.stored(this, found);
  }

  @Override
  public Enumeration<byte[]> getIds() {
    return Collections.enumeration(all().values().stream().map(SessionState::id).toList());
  }

  /// 0, for no timeout, still lets sessions end after the week that TLS allows at most.
  @Override
  public void setSessionTimeout(int seconds) {
    if (seconds < 0) {
      throw new IllegalArgumentException("a timeout of 0 s or more, not " + seconds);
    }
    timeout = seconds;
    if (store instanceof LocalSessionStore local) {
      local.timeToLive(Duration.ofSeconds(seconds));
    }
  }

  @Override
  public int getSessionTimeout() {
    return timeout;
  }

  /// 0, for no limit, means 2,147,483,647. The size of an application's own store is its own.
  @Override
  public void setSessionCacheSize(int size) {
    if (size < 0) {
      throw new IllegalArgumentException("a size of 0 or more, not " + size);
    }
    if (store instanceof LocalSessionStore local) {
      local.capacity(size == 0 ? Integer.MAX_VALUE : size);
    }
  }

  @Override
  public int getSessionCacheSize() {
    int capacity = store instanceof LocalSessionStore local ? local.capacity() : 0;
    return capacity == Integer.MAX_VALUE ? 0 : capacity;
  }

  /// Takes care that a session is not resumed any more, as far as it is stored by its id.
  void forget(byte[] sessionId) {
    if (sessionId.length > 0) {
      var _ = store.take(sessionId);
    }
  }

  private Map<String, ResumableSession> all() {
    Map<String, ResumableSession> sessions = new LinkedHashMap<>();
    if (store instanceof LocalSessionStore local) {
      local.forEach(each -> addUsable(each, sessions));
    }
    return sessions;
  }

  private void addUsable(StoredSession stored, Map<String, ResumableSession> sessions) {
    ResumableSession session = (ResumableSession) stored;
    if (session.isAlive(context.now()) && SessionState.isValid(session)) {
      sessions.putIfAbsent(HexFormat.of().formatHex(SessionState.id(session)), session);
    }
  }
}
