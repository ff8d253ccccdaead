package dev.millrace.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import org.jspecify.annotations.Nullable;

/// Caffeine.
record CaffeineContender(Cache<Object, Object> cache) implements Contender {
  @Override
  public @Nullable Object get(Object key) {
    return cache.getIfPresent(key);
  }

  @Override
  public void put(Object key, Object value) {
    cache.put(key, value);
  }

  @Override
  public @Nullable Object take(Object key) {
    return cache.asMap().remove(key);
  }
}
