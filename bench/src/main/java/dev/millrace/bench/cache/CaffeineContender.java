package dev.millrace.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import org.jspecify.annotations.Nullable;

/// Caffeine.
record CaffeineContender(Cache<SessionId, SessionId> cache) implements Contender {
  @Override
  public @Nullable SessionId get(SessionId key) {
    return cache.getIfPresent(key);
  }

  @Override
  public void put(SessionId key, SessionId value) {
    cache.put(key, value);
  }

  @Override
  public @Nullable SessionId take(SessionId key) {
    return cache.asMap().remove(key);
  }
}
