package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Key;

/// Takes keys as objects.
interface ObjectKeyed extends Contender<Key> {
  @Override
  default Key key(int number) {
    return Key.of(number);
  }

  @Override
  default Key[] keys(int count) {
    return new Key[count];
  }
}
