package dev.millrace.bench.cache;

import org.jspecify.annotations.Nullable;
import sun.security.util.Cache;

/// What the JDK keeps its TLS sessions in.
record JdkContender(Cache<Object, Object> cache) implements Contender {
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
    return cache.pull(key);
  }
}
