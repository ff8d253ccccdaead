package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;

/// A store that fails whatever it is asked for.
public final class ThrowingStore implements SessionStore {
  @Override
  public void put(byte[] key, StoredSession session) {
    throw down();
  }

  @Override
  public StoredSession get(byte[] key) {
    throw down();
  }

  @Override
  public StoredSession take(byte[] key) {
    throw down();
  }

  @Override
  public void remove(byte[] key, StoredSession session) {
    throw down();
  }

  private static RuntimeException down() {
    return new IllegalStateException("the store is down");
  }
}
