package dev.millrace.bench.cache;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// A map.
record MapContender(ConcurrentMap<Object, Object> map) implements Contender {
  @Override
  public @Nullable Object get(Object key) {
    return map.get(key);
  }

  @Override
  public void put(Object key, Object value) {
    map.put(key, value);
  }

  @Override
  public @Nullable Object take(Object key) {
    return map.remove(key);
  }
}
