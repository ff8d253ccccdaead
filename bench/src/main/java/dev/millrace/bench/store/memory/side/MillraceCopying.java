package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Stamp;
import dev.millrace.store.memory.MemoryTier;

/// Ours, each value copied out into an array of its own.
record MillraceCopying(MemoryTier tier) implements ByteKeyed {
  @Override
  public long read(byte[] key, byte[] room) {
    byte[] value = tier.copy(key);
    return value == null ? Stamp.MISS : Stamp.read(value);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    MillraceContender.store(tier, key, value);
  }

  @Override
  public void close() {
    tier.close();
  }
}
