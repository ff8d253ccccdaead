package dev.millrace.bench.store.gc;

import dev.millrace.bench.store.Key;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Put;
import org.jspecify.annotations.Nullable;

/// The memory tier, with as much room for each entry as it takes up on the heap.
record TierHolder(MemoryTier tier) implements Holder {
  /// Those 200 bytes, the headers of key and value, and a node and a slot of the map.
  private static final long ROOM = 272;

  static TierHolder open(int entries) {
    return new TierHolder(MemoryTier.open(MemoryConfig.of(entries * ROOM)));
  }

  @Override
  public byte @Nullable [] answer(int key) {
    return tier.copy(Key.bytes(key));
  }

  @Override
  public void put(int key, byte[] value) {
    Put put = tier.put(Key.bytes(key), value);
    if (!put.stored()) {
      throw new IllegalStateException("a value was refused: " + put);
    }
  }
}
