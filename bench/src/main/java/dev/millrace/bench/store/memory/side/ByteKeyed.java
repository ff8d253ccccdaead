package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Key;

/// Takes keys as bytes.
interface ByteKeyed extends Contender<byte[]> {
  @Override
  default byte[] key(int number) {
    return Key.bytes(number);
  }

  @Override
  default byte[][] keys(int count) {
    return new byte[count][];
  }
}
