package dev.millrace.bench.cache;

import dev.millrace.cache.SessionCache;
import org.jspecify.annotations.Nullable;

/// Ours.
record MillraceContender(SessionCache<Object, Object> cache) implements Contender {
  @Override
  public @Nullable Object get(Object key) {
    return cache.get(key);
  }

  @Override
  public void put(Object key, Object value) {
    cache.put(key, value);
  }

  @Override
  public @Nullable Object take(Object key) {
    return cache.take(key);
  }
}
