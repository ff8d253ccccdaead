package dev.millrace.tls.resumption;

import dev.millrace.tls.StoredSession;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A store that keeps nothing.
public enum DisabledSessionStore implements LocalSessionStore {
  INSTANCE;

  @Override
  public void put(byte[] key, StoredSession session) {}

  @Override
  public @Nullable StoredSession get(byte[] key) {
    return null;
  }

  @Override
  public @Nullable StoredSession take(byte[] key) {
    return null;
  }

  @Override
  public void remove(byte[] key, StoredSession session) {}

  @Override
  public void forEach(Consumer<StoredSession> action) {}

  @Override
  public int capacity() {
    return 0;
  }

  @Override
  public void capacity(int capacity) {}

  @Override
  public Duration timeToLive() {
    return Duration.ZERO;
  }

  @Override
  public void timeToLive(Duration timeToLive) {}
}
