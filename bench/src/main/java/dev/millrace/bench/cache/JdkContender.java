package dev.millrace.bench.cache;

import org.jspecify.annotations.Nullable;
import sun.security.util.Cache;

/// What the JDK keeps its TLS sessions in.
record JdkContender(Cache<SessionId, SessionId> cache) implements Contender {
  @Override
  public @Nullable SessionId get(SessionId key) {
    return cache.get(key);
  }

  @Override
  public void put(SessionId key, SessionId value) {
    cache.put(key, value);
  }

  @Override
  public @Nullable SessionId take(SessionId key) {
    return cache.pull(key);
  }
}
