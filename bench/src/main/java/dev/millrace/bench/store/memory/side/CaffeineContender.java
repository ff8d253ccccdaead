package dev.millrace.bench.store.memory.side;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.millrace.bench.store.Key;
import dev.millrace.bench.store.Stamp;

/// Caffeine: arrays on the heap, which a get hands out as they are. Bounded by a number of entries,
/// which costs it less than a bound in bytes, and sized so that it never grows its table.
record CaffeineContender(Cache<Key, byte[]> cache) implements ObjectKeyed {
  static CaffeineContender open(Shape shape) {
    return new CaffeineContender(
        Caffeine.newBuilder()
            .initialCapacity(shape.entries())
            .maximumSize(shape.entries() + 1L)
            .build());
  }

  @Override
  public long read(Key key, byte[] room) {
    byte[] value = cache.getIfPresent(key);
    return value == null ? Stamp.MISS : Stamp.read(value);
  }

  /// The one copy that all others make as well.
  @Override
  public void put(Key key, byte[] value) {
    cache.put(key, value.clone());
  }

  @Override
  public void close() {
    cache.invalidateAll();
  }
}
