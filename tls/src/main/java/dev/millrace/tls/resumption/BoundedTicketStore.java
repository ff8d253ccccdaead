package dev.millrace.tls.resumption;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.StoredSession;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A client's sessions in memory: several under each key, the newest first, since a server of TLS
/// 1.3 gives out several tickets and each is good for one connection (RFC 8446, appendix C.4).
///
/// Each session lies in one deque only, from which exactly one caller can poll it; so [#take] is
/// exact whatever happens to the deque. A deque may be dropped from the cache while something is
/// pushed onto it, and what was pushed is forgotten then, as a store may at any time.
///
/// Safe for use by several threads.
public final class BoundedTicketStore implements LocalSessionStore {
  /// The most sessions under one key; of more, the oldest is forgotten.
  public static final int SESSIONS_PER_KEY = 8;

  private final SessionCache<SessionKey, Deque<StoredSession>> sessions;

  /// @param capacity the most keys, at least 1
  /// @param timeToLive of a key from the last put on; 0 for ever
  public BoundedTicketStore(int capacity, Duration timeToLive) {
    sessions = SessionCache.bounded(capacity, LocalSessionStore.orForever(timeToLive));
  }

  @Override
  public void put(byte[] key, StoredSession session) {
    SessionKey stays = SessionKey.copyOf(key);
    Deque<StoredSession> deque = sessions.get(stays);
    if (deque == null) {
      deque = new ConcurrentLinkedDeque<>();
    }
    deque.addFirst(session);
    while (deque.size() > SESSIONS_PER_KEY) {
      deque.pollLast();
    }
    sessions.put(stays, deque);
  }

  @Override
  public @Nullable StoredSession get(byte[] key) {
    Deque<StoredSession> deque = sessions.get(SessionKey.of(key));
    return deque == null ? null : deque.peekFirst();
  }

  @Override
  public @Nullable StoredSession take(byte[] key) {
    SessionKey lookup = SessionKey.of(key);
    Deque<StoredSession> deque = sessions.get(lookup);
    if (deque == null) {
      return null;
    }
    StoredSession session = deque.pollFirst();
    if (deque.isEmpty()) {
      sessions.remove(lookup, deque);
    }
    return session;
  }

  @Override
  public void remove(byte[] key, StoredSession session) {
    Deque<StoredSession> deque = sessions.get(SessionKey.of(key));
    if (deque != null) {
      deque.remove(session);
    }
  }

  @Override
  public void forEach(Consumer<StoredSession> action) {
    sessions.forEach((_, deque) -> deque.forEach(action));
  }

  @Override
  public int capacity() {
    return sessions.capacity();
  }

  @Override
  public void capacity(int capacity) {
    sessions.capacity(capacity);
  }

  @Override
  public Duration timeToLive() {
    return sessions.timeToLive();
  }

  @Override
  public void timeToLive(Duration timeToLive) {
    sessions.timeToLive(LocalSessionStore.orForever(timeToLive));
  }
}
