package dev.millrace.bench.cache;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// A map, or a cache seen as one.
record MapContender(ConcurrentMap<SessionId, SessionId> map) implements Contender {
  @Override
  public @Nullable SessionId get(SessionId key) {
    return map.get(key);
  }

  @Override
  public void put(SessionId key, SessionId value) {
    map.put(key, value);
  }

  @Override
  public @Nullable SessionId take(SessionId key) {
    return map.remove(key);
  }
}
