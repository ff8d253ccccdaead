package dev.millrace.cache;

import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What the stress tests start from and how they look at what is left: keys are small numbers, and
/// the value that a key begins with is ten times the key. No value is 0.
final class StressCache {
  private StressCache() {}

  /// A cache with the keys 1, 2, … up to a number, in this order.
  static SessionCache<Object, Integer> of(int capacity, int keys) {
    SessionCache<Object, Integer> cache = SessionCache.bounded(capacity, Duration.ofHours(1));
    IntStream.rangeClosed(1, keys).forEach(key -> cache.put(key, 10 * key));
    return cache;
  }

  /// A cache of [CollidingKey]s whose bin has spilled, with the key 1.
  static SessionCache<Object, Integer> spilled() {
    SessionCache<Object, Integer> cache = SessionCache.bounded(100, Duration.ofHours(1));
    IntStream.range(0, 18).forEach(i -> cache.put(new CollidingKey.Plain(2 + i), i));
    cache.clear();
    cache.put(new CollidingKey.Plain(1), 10);
    return cache;
  }

  /// The digits of the keys from 1 to 5 that are there.
  static int keys(SessionCache<Object, Integer> cache) {
    return IntStream.rangeClosed(1, 5)
        .filter(key -> cache.get(key) != null)
        .reduce(0, (digits, key) -> 10 * digits + key);
  }

  static int evictions(SessionCache<Object, Integer> cache) {
    return (int) cache.counts().evictionsBySize();
  }

  /// A value, or 0 for null.
  static int number(@Nullable Integer value) {
    return value == null ? 0 : value;
  }
}
