package dev.millrace.bench.store.traces;

import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Put;
import dev.millrace.store.memory.Value;
import java.nio.ByteBuffer;

/// Our memory tier, with values read in place.
record MillraceContender(MemoryTier tier, Values values) implements Contender {
  static MillraceContender open(Room room) {
    MemoryConfig config = MemoryConfig.of(room.bytesWithOverhead());
    return new MillraceContender(MemoryTier.open(config), new Values(room.valueLength()));
  }

  @Override
  public boolean request(int key) {
    byte[] bytes = ByteBuffer.allocate(Room.KEY_LENGTH).putLong(key).array();
    try (Value value = tier.get(bytes)) {
      if (value != null) {
        Values.check(key, value.getLong(0));
        return true;
      }
    }
    Put put = tier.put(bytes, values.of(key));
    if (!put.stored()) {
      throw new IllegalStateException("not stored: " + put);
    }
    return false;
  }

  @Override
  public void close() {
    tier.close();
  }
}
