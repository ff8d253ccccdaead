package dev.millrace.bench.store.traces;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/// Caffeine, with values as byte arrays, evicting in the calling thread.
record CaffeineContender(Cache<Long, byte[]> cache, Values values) implements Contender {
  static CaffeineContender open(Room room) {
    Cache<Long, byte[]> cache =
        Caffeine.newBuilder()
            .maximumWeight(room.bytes())
            .weigher((Long _, byte[] value) -> Room.KEY_LENGTH + value.length)
            .executor(Runnable::run)
            .build();
    return new CaffeineContender(cache, new Values(room.valueLength()));
  }

  @Override
  public boolean request(int key) {
    Long boxed = (long) key;
    byte[] value = cache.getIfPresent(boxed);
    if (value != null) {
      Values.check(key, Values.key(value));
      return true;
    }
    cache.put(boxed, values.of(key));
    return false;
  }

  @Override
  public void close() {
    cache.invalidateAll();
  }
}
