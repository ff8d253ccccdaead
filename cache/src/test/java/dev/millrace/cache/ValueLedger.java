package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Unique values that go into a cache, and what becomes of each: nobody may get one twice, and none
/// may be lost.
final class ValueLedger {
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong left = new AtomicLong();
  private final AtomicLong lookups = new AtomicLong();
  private final AtomicIntegerArray returned;

  /// @param values at most how many calls there are
  ValueLedger(int values) {
    returned = new AtomicIntegerArray(values);
  }

  /// Calls one of the methods that put or remove, or looks the key up.
  void anyCall(SessionCache<Object, Integer> cache, Object key) {
    int value = next.getAndIncrement();
    switch (ThreadLocalRandom.current().nextInt(10)) {
      case 0, 1, 2, 3 -> {
        stored.incrementAndGet();
        leaves(cache.put(key, value));
      }
      case 4 -> {
        if (cache.putIfAbsent(key, value) == null) {
          stored.incrementAndGet();
        }
      }
      case 5, 6 -> {
        lookups.incrementAndGet();
        leaves(cache.take(key));
      }
      case 7 -> {
        if (cache.remove(key)) {
          left.incrementAndGet();
        }
      }
      default -> look(cache, key, value);
    }
  }

  private void look(SessionCache<Object, Integer> cache, Object key, int removes) {
    lookups.incrementAndGet();
    Integer seen = cache.get(key);
    if (seen != null && removes % 3 == 0 && cache.remove(key, seen)) {
      leaves(seen);
    }
  }

  private void leaves(@Nullable Integer value) {
    if (value != null) {
      assertThat(returned.incrementAndGet(value)).as("times that %s left", value).isEqualTo(1);
      left.incrementAndGet();
    }
  }

  /// Asserts that what is not in the cache has left or was evicted.
  void close(SessionCache<Object, Integer> cache) {
    int size = cache.size();
    SessionCacheCounts counts = cache.counts();
    assertThat(stored.get())
        .isEqualTo(left.get() + counts.evictionsBySize() + counts.evictionsByAge() + size);
    assertThat(lookups.get()).isEqualTo(counts.hits() + counts.misses());
    cache.forEach((key, value) -> assertThat(returned.get(Objects.requireNonNull(value))).isZero());
  }
}
