package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What holds while many threads use one cache, and what is left when they have ended.
class SessionCacheConcurrencyTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int THREADS = 4;

  /// What keys are like.
  enum Keys {
    /// Integers.
    DISTINCT,
    /// All hashes are equal.
    COLLIDING,
    /// As before, and there were so many that their bin has spilled.
    SPILLED;

    Object of(int id) {
      return this == DISTINCT ? (Object) id : new CollidingKey.Plain(id);
    }

    <V> SessionCache<Object, V> cache(int capacity, V any) {
      SessionCache<Object, V> cache = SessionCache.bounded(Math.max(capacity, 100), HOUR);
      if (this == SPILLED) {
        IntStream.range(0, 50).forEach(i -> cache.put(of(i), any));
        cache.clear();
      }
      cache.capacity(capacity);
      return cache;
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_size_never_exceeds_the_capacity(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(7, 0);
    Together together = new Together();
    for (int t = 0; t < 3; t++) {
      together.worker(() -> {
        for (int i = 0; i < 100_000; i++) {
          Object key = keys.of(random(20));
          if (random(3) == 0) {
            cache.take(key);
          } else {
            cache.put(key, i);
          }
        }
      });
    }
    together.observer(() -> assertThat(cache.size()).isBetween(0, 7));
    together.run();
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void no_more_entries_are_seen_at_once_than_the_capacity_allows(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(1, 0);
    AtomicInteger values = new AtomicInteger();
    Object a = keys.of(1);
    Object b = keys.of(2);
    new Together()
        .worker(() -> IntStream.range(0, 200_000).forEach(i -> put(cache, a, values)))
        .worker(() -> IntStream.range(0, 200_000).forEach(i -> put(cache, b, values)))
        .observer(() -> {
          Integer before = cache.get(a);
          Integer between = cache.get(b);
          Integer after = cache.get(a);
          // Values are unique, so one that is seen twice has been there all the time.
          assertThat(before != null && before.equals(after) && between != null).isFalse();
        })
        .run();
    CacheStructure.check(cache);
  }

  private static void put(SessionCache<Object, Integer> cache, Object key, AtomicInteger values) {
    if (random(2) == 0) {
      cache.put(key, values.incrementAndGet());
    } else {
      cache.putIfAbsent(key, values.incrementAndGet());
    }
  }

  @ParameterizedTest
  @EnumSource
  void every_value_leaves_once(Keys keys) throws Exception {
    for (int capacity : new int[] {1, 2, 5, 20, 40}) {
      SessionCache<Object, Integer> cache = keys.cache(capacity, -1);
      ValueLedger ledger = new ValueLedger(THREADS * 40_000);
      Together together = new Together();
      for (int t = 0; t < THREADS; t++) {
        together.worker(() -> {
          for (int i = 0; i < 40_000; i++) {
            ledger.anyCall(cache, keys.of(random(30)));
          }
        });
      }
      together.run();
      ledger.close(cache);
      CacheStructure.check(cache);
    }
  }

  @ParameterizedTest
  @EnumSource
  void of_many_takers_one_gets_the_value(Keys keys) throws Exception {
    int count = keys == Keys.DISTINCT ? 100_000 : 3_000;
    SessionCache<Object, Integer> cache = keys.cache(count, 0);
    AtomicIntegerArray gotten = new AtomicIntegerArray(count);
    Together together = new Together();
    together.worker(() -> {
      for (int i = 0; i < count; i++) {
        cache.put(keys.of(i), i);
      }
    });
    for (int t = 1; t < THREADS; t++) {
      together.worker(() -> {
        for (int i = 0; i < count; i++) {
          Integer value = cache.take(keys.of(i));
          if (value != null) {
            gotten.incrementAndGet(value);
          }
        }
      });
    }
    together.run();
    cache.forEach((key, value) -> gotten.incrementAndGet(value));
    assertThat(IntStream.range(0, count).map(gotten::get)).containsOnly(1);
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void of_many_that_put_if_absent_one_stores_its_value(Keys keys) throws Exception {
    int count = keys == Keys.DISTINCT ? 100_000 : 2_000;
    SessionCache<Object, Integer> cache = keys.cache(count, 0);
    AtomicIntegerArray stored = new AtomicIntegerArray(count);
    Set<Integer> results = ConcurrentHashMap.newKeySet();
    Together together = new Together();
    for (int t = 0; t < THREADS; t++) {
      int id = t;
      together.worker(() -> {
        for (int i = 0; i < count; i++) {
          Integer other = cache.putIfAbsent(keys.of(i), THREADS * i + id);
          if (other == null) {
            stored.incrementAndGet(i);
          }
          results.add(other == null ? THREADS * i + id : other);
        }
      });
    }
    together.run();
    assertThat(IntStream.range(0, count).map(stored::get)).containsOnly(1);
    assertThat(results).hasSize(count);
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void a_key_whose_value_is_replaced_is_never_absent(Keys keys) throws Exception {
    SessionCache<Object, Long> cache = keys.cache(1_000_000, 0L);
    Object key = keys.of(1);
    AtomicLong values = new AtomicLong();
    cache.put(key, 0L);
    new Together()
        .worker(() -> replace(cache, key, values))
        .worker(() -> replace(cache, key, values))
        .worker(() -> comeAndGo(cache, keys))
        .worker(() -> {
          for (int i = 0; i < 100_000; i++) {
            cache.put((i * 0x9E3779B9) | (1 << 16), 0L);
          }
        })
        .observer(() -> assertThat(cache.get(key)).isNotNull())
        .observer(() -> assertThat(cache.putIfAbsent(key, -1L)).isNotNull())
        .run();
    CacheStructure.check(cache);
  }

  private static void replace(SessionCache<Object, Long> cache, Object key, AtomicLong values) {
    for (int i = 0; i < 100_000; i++) {
      assertThat(cache.put(key, values.incrementAndGet())).isNotNull();
    }
  }

  /// Puts and takes keys that share the bin of key 1.
  private static void comeAndGo(SessionCache<Object, Long> cache, Keys keys) {
    for (int i = 0; i < 100_000; i++) {
      Object neighbour = keys.of(keys == Keys.DISTINCT ? 1 + ((1 + i % 5) << 24) : 2 + i % 5);
      cache.put(neighbour, 0L);
      assertThat(cache.take(neighbour)).isEqualTo(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void values_of_one_key_are_seen_in_the_order_of_their_puts(Keys keys) throws Exception {
    SessionCache<Object, Long> cache = keys.cache(100, 0L);
    Object key = keys.of(1);
    cache.put(key, 0L);
    Together together = new Together();
    together.worker(() -> {
      for (long i = 1; i <= 300_000; i++) {
        assertThat(cache.put(key, i)).isEqualTo(i - 1);
      }
    });
    together.worker(() -> comeAndGo(cache, keys));
    for (int t = 0; t < 2; t++) {
      AtomicLong seen = new AtomicLong();
      together.observer(() -> {
        Long value = cache.get(key);
        assertThat(value).isNotNull().isGreaterThanOrEqualTo(seen.get());
        seen.set(value);
      });
    }
    together.run();
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void nothing_is_evicted_while_all_keep_within_the_capacity(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(THREADS * 5, 0);
    Together together = new Together();
    for (int t = 0; t < THREADS; t++) {
      int own = 1000 * t;
      together.worker(() -> {
        for (int i = 0; i < 60_000; i++) {
          Object key = keys.of(own + random(5));
          switch (random(4)) {
            case 0 -> cache.take(key);
            case 1 -> cache.remove(key);
            default -> {
              cache.put(key, i);
              assertThat(cache.get(key)).isEqualTo(i);
            }
          }
        }
      });
    }
    together.observer(() -> assertThat(cache.counts().evictionsBySize()).isZero());
    together.run();
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void the_oldest_leaves_first(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(10, 0);
    AtomicInteger latest = new AtomicInteger(-1);
    Together together = new Together();
    together.worker(() -> {
      for (int i = 0; i < 300_000; i++) {
        cache.put(keys.of(i), i);
        latest.set(i);
      }
    });
    for (int t = 0; t < 2; t++) {
      together.observer(() -> {
        int i = Math.max(1, latest.get() - random(12));
        if (i <= latest.get() && cache.get(keys.of(i)) == null) {
          assertThat(cache.get(keys.of(i - 1))).isNull();
          assertThat(cache.get(keys.of(i - 1 - random(Math.min(i, 5))))).isNull();
        }
      });
    }
    together.run();
    assertThat(cache.size()).isEqualTo(10);
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void resizing_holds_whatever_others_do(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(100, -1);
    ValueLedger ledger = new ValueLedger(3 * 60_000);
    Together together = new Together();
    for (int t = 0; t < 3; t++) {
      together.worker(() -> {
        for (int i = 0; i < 60_000; i++) {
          ledger.anyCall(cache, keys.of(random(120)));
        }
      });
    }
    together.observer(() -> {
      int capacity = 1 + random(100);
      cache.capacity(capacity);
      assertThat(cache.capacity()).isEqualTo(capacity);
      assertThat(cache.size()).isLessThanOrEqualTo(capacity);
    });
    together.observer(() -> assertThat(cache.size()).isBetween(0, 100));
    together.run();
    ledger.close(cache);
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void what_was_there_before_a_clear_is_gone_after_it(Keys keys) throws Exception {
    SessionCache<Object, Integer> cache = keys.cache(1000, 0);
    Together together = new Together();
    for (int t = 0; t < THREADS; t++) {
      int own = 100 * t;
      together.worker(() -> {
        for (int i = 0; i < 4_000; i++) {
          Object key = keys.of(own + random(100));
          cache.put(key, i);
          cache.put(keys.of(own + random(100)), i);
          cache.clear();
          assertThat(cache.get(key)).isNull();
        }
      });
    }
    together.run();
    assertThat(cache.size()).isZero();
    assertThat(cache.counts().evictionsBySize()).isZero();
    CacheStructure.check(cache);
  }

  @ParameterizedTest
  @EnumSource
  void many_threads_that_fill_a_bin_all_come_to_an_end(Keys keys) throws Exception {
    for (int round = 0; round < 40; round++) {
      SessionCache<Object, Integer> cache = keys.cache(1 + round % 20, 0);
      Together together = new Together(20);
      for (int t = 0; t < 12; t++) {
        together.worker(() -> {
          for (int i = 0; i < 500; i++) {
            cache.put(keys.of(random(30)), i);
          }
        });
      }
      together.run();
      CacheStructure.check(cache);
    }
  }

  private static int random(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }
}
