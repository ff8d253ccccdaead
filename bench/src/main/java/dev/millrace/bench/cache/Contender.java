package dev.millrace.bench.cache;

import org.jspecify.annotations.Nullable;

/// A cache under measurement, as thin a layer as can be.
interface Contender {
  @Nullable Object get(Object key);

  void put(Object key, Object value);

  /// Removes an entry and returns its value.
  @Nullable Object take(Object key);
}
