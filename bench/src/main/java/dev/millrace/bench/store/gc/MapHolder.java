package dev.millrace.bench.store.gc;

import dev.millrace.bench.store.Key;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// A map on the heap.
record MapHolder(ConcurrentMap<Key, byte[]> map) implements Holder {
  /// Told how many entries there will be, the map takes a table twice as large as it needs; told
  /// two thirds of it, the one that it would have grown to.
  static MapHolder open(int entries) {
    return new MapHolder(new ConcurrentHashMap<>(entries / 3 * 2));
  }

  @Override
  public byte @Nullable [] answer(int key) {
    byte[] value = map.get(Key.of(key));
    return value == null ? null : value.clone();
  }

  @Override
  public void put(int key, byte[] value) {
    map.put(Key.of(key), value.clone());
  }
}
