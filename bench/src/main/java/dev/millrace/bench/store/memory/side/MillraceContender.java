package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Stamp;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Put;
import dev.millrace.store.memory.Value;

/// Ours, read in place.
record MillraceContender(MemoryTier tier) implements ByteKeyed {
  static MemoryTier open(Shape shape) {
    return MemoryTier.open(MemoryConfig.of(shape.capacity()));
  }

  @Override
  public long read(byte[] key, byte[] room) {
    try (Value value = tier.get(key)) {
      if (value == null) {
        return Stamp.MISS;
      }
      int length = (int) value.size();
      return Stamp.of(
          value.getLong(0), value.getLong(Stamp.middle(length)), value.getLong(Stamp.end(length)));
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store(tier, key, value);
  }

  static void store(MemoryTier tier, byte[] key, byte[] value) {
    Put put = tier.put(key, value);
    if (!put.stored()) {
      throw new IllegalStateException("a value was refused: " + put);
    }
  }

  @Override
  public void close() {
    tier.close();
  }
}
