package dev.millrace.bench.cache;

import dev.millrace.cache.SessionCache;
import org.jspecify.annotations.Nullable;

/// Ours.
record MillraceContender(SessionCache<SessionId, SessionId> cache) implements Contender {
  @Override
  public @Nullable SessionId get(SessionId key) {
    return cache.get(key);
  }

  @Override
  public void put(SessionId key, SessionId value) {
    cache.put(key, value);
  }

  @Override
  public @Nullable SessionId take(SessionId key) {
    return cache.take(key);
  }
}
