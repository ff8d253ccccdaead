package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Stamp;
import dev.millrace.store.memory.MemoryTier;

/// Ours, each value copied out into an array that is used again.
record MillraceCopying(MemoryTier tier) implements ByteKeyed {
  @Override
  public long read(byte[] key, byte[] room) {
    return tier.copyTo(key, room) < 0 ? Stamp.MISS : Stamp.read(room);
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
