package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Many keys, and keys with equal hashes.
class SessionCacheKeysTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void all_keys_are_found_while_the_table_doubles_many_times() {
    SessionCache<Integer, Integer> cache = SessionCache.bounded(100_000, HOUR);
    for (int i = 0; i < 100_000; i++) {
      assertThat(cache.put(scattered(i), i)).isNull();
      assertThat(cache.get(scattered(i / 2))).isEqualTo(i / 2);
      assertThat(cache.get(scattered(i + 1))).isNull();
      if (Integer.bitCount(i) == 1) {
        IntStream.range(0, i).forEach(j -> assertThat(cache.get(scattered(j))).isEqualTo(j));
      }
    }
    assertThat(cache.size()).isEqualTo(100_000);
    for (int i = 0; i < 100_000; i++) {
      assertThat(cache.take(scattered(i))).isEqualTo(i);
    }
    assertThat(cache.size()).isZero();
  }

  @Test
  void entries_come_and_go_while_the_table_doubles() {
    SessionCache<Integer, Integer> cache = SessionCache.bounded(100_000, HOUR);
    for (int i = 0; i < 60_000; i++) {
      cache.put(scattered(i), i);
      if (i % 3 == 0) {
        assertThat(cache.take(scattered(i / 3))).isEqualTo(i / 3);
      } else if (i % 3 == 2) {
        assertThat(cache.put(scattered(i - 1), i - 1)).isEqualTo(i - 1);
      }
    }
    assertThat(cache.size()).isEqualTo(40_000);
    IntStream.range(0, 60_000)
        .forEach(i -> assertThat(cache.get(scattered(i))).isEqualTo(i < 20_000 ? null : i));
  }

  private static int scattered(int i) {
    return i * 0x9E3779B9;
  }

  @Test
  void keys_of_equal_hashes_without_an_order_work() {
    equalHashesWork(CollidingKey.Plain::new, 3000);
  }

  @Test
  void keys_of_equal_hashes_with_an_order_work() {
    equalHashesWork(CollidingKey.Ordered::new, 20_000);
  }

  private static <K extends CollidingKey> void equalHashesWork(IntFunction<K> key, int count) {
    SessionCache<K, Integer> cache = SessionCache.bounded(count, HOUR);
    for (int i = 0; i < count; i++) {
      assertThat(cache.put(key.apply(i), i)).isNull();
      assertThat(cache.get(key.apply(i / 2))).isEqualTo(i / 2);
    }
    for (int i = 0; i < count; i += 2) {
      assertThat(cache.put(key.apply(i), -i)).isEqualTo(i);
      assertThat(cache.putIfAbsent(key.apply(i), 0)).isEqualTo(-i);
    }
    for (int i = 1; i < count; i += 4) {
      assertThat(cache.take(key.apply(i))).isEqualTo(i);
      assertThat(cache.get(key.apply(i))).isNull();
    }
    List<Integer> expected = new ArrayList<>();
    IntStream.range(0, count).filter(i -> i % 4 == 3).forEach(expected::add);
    IntStream.range(0, count).filter(i -> i % 2 == 0).forEach(expected::add);
    assertThat(cache.size()).isEqualTo(expected.size());
    List<Integer> visited = new ArrayList<>();
    cache.forEach((k, value) -> visited.add(k.id()));
    assertThat(visited).isEqualTo(expected);
    IntStream.range(count, 2 * count).forEach(i -> cache.put(key.apply(i), i));
    IntStream.range(0, count).forEach(i -> assertThat(cache.get(key.apply(i))).isNull());
    assertThat(cache.counts().evictionsBySize()).isEqualTo(expected.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 18, 40})
  void chains_of_any_length_evict_the_oldest(int capacity) {
    SessionCache<CollidingKey, Integer> cache = SessionCache.bounded(capacity, HOUR);
    for (int i = 0; i < 200; i++) {
      cache.put(new CollidingKey.Plain(i), i);
      assertThat(cache.size()).isEqualTo(Math.min(i + 1, capacity));
      for (int j = 0; j <= i; j++) {
        assertThat(cache.get(new CollidingKey.Plain(j))).isEqualTo(j + capacity > i ? j : null);
      }
    }
  }

  @Test
  void equal_hashes_cost_no_more_comparisons_than_in_a_concurrent_hash_map() {
    int count = 5000;
    ConcurrentMap<CollidingKey, Integer> map = new ConcurrentHashMap<>();
    long ofMap =
        comparisonsOf(() -> {
          IntStream.range(0, count).forEach(i -> map.put(new CollidingKey.Ordered(i), i));
          IntStream.range(0, count).forEach(i -> map.get(new CollidingKey.Ordered(i)));
          IntStream.range(0, count).forEach(i -> map.remove(new CollidingKey.Ordered(i)));
        });
    SessionCache<CollidingKey, Integer> cache = SessionCache.bounded(count, HOUR);
    long ofCache =
        comparisonsOf(() -> {
          IntStream.range(0, count).forEach(i -> cache.put(new CollidingKey.Ordered(i), i));
          IntStream.range(0, count).forEach(i -> cache.get(new CollidingKey.Ordered(i)));
          IntStream.range(0, count).forEach(i -> cache.take(new CollidingKey.Ordered(i)));
        });
    // A take looks its entry up, and then removes it.
    assertThat(ofCache).isLessThan(2 * ofMap);
  }

  private static long comparisonsOf(Runnable use) {
    long before = CollidingKey.COMPARISONS.sum();
    use.run();
    return CollidingKey.COMPARISONS.sum() - before;
  }
}
