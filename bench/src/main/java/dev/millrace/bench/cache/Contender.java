package dev.millrace.bench.cache;

import org.jspecify.annotations.Nullable;

/// A cache under measurement, as thin a layer as can be.
interface Contender {
  @Nullable SessionId get(SessionId key);

  void put(SessionId key, SessionId value);

  /// Removes an entry and returns its value.
  @Nullable SessionId take(SessionId key);
}
