package dev.millrace.tls.resumption;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.StoredSession;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server's sessions in memory, one under each key, in a [SessionCache]: never more than its
/// capacity, the oldest forgotten first, no lock for all.
///
/// Safe for use by several threads.
public final class BoundedSessionStore implements LocalSessionStore {
  private final SessionCache<SessionKey, StoredSession> sessions;

  /// @param capacity at least 1
  /// @param timeToLive 0 for ever
  public BoundedSessionStore(int capacity, Duration timeToLive) {
    sessions = SessionCache.bounded(capacity, LocalSessionStore.orForever(timeToLive));
  }

  @Override
  public void put(byte[] key, StoredSession session) {
    sessions.put(SessionKey.copyOf(key), session);
  }

  @Override
  public @Nullable StoredSession get(byte[] key) {
    return sessions.get(SessionKey.of(key));
  }

  @Override
  public @Nullable StoredSession take(byte[] key) {
    return sessions.take(SessionKey.of(key));
  }

  @Override
  public void remove(byte[] key, StoredSession session) {
    sessions.remove(SessionKey.of(key), session);
  }

  @Override
  public void forEach(Consumer<StoredSession> action) {
    sessions.forEach((_, session) -> action.accept(session));
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
