package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever was done with a cache, what is left of it is in proportion to its entries.
class SessionCacheMemoryTest {
  private static final int MANY = 1_000_000;

  private final ManualClock clock = new ManualClock();
  private final SessionCache<Integer, Integer> cache =
      SessionCache.bounded(MANY, Duration.ofNanos(100), clock);

  @AfterEach
  void nothing_is_left_of_what_is_gone() {
    CacheStructure.check(cache);
  }

  @Test
  void one_old_entry_before_many_that_come_and_go() {
    cache.put(-1, -1);
    for (int i = 0; i < MANY; i++) {
      cache.put(i, i);
      assertThat(cache.take(i)).isEqualTo(i);
    }
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void one_old_entry_before_one_that_is_replaced_again_and_again() {
    cache.put(-1, -1);
    IntStream.range(0, MANY).forEach(i -> cache.put(0, i));
    assertThat(cache.size()).isEqualTo(2);
  }

  @Test
  void many_removed_from_the_newest_to_the_oldest() {
    fill(100_000);
    IntStream.rangeClosed(1, 100_000).forEach(i -> cache.remove(100_000 - i));
    CacheStructure.check(cache);
    cache.put(0, 0);
  }

  @Test
  void many_removed_from_the_oldest_to_the_newest() {
    fill(100_000);
    IntStream.range(0, 100_000).forEach(cache::take);
    CacheStructure.check(cache);
    cache.put(0, 0);
  }

  @Test
  void many_removed_criss_cross() {
    fill(1 << 17);
    IntStream.range(0, 1 << 17).forEach(i -> cache.take((i * 40_503) & ((1 << 17) - 1)));
    assertThat(cache.size()).isZero();
  }

  @Test
  void many_removed_but_for_a_few_that_are_far_between() {
    fill(100_000);
    IntStream.range(0, 100_000).filter(i -> i % 1000 != 0).forEach(cache::take);
    assertThat(cache.size()).isEqualTo(100);
  }

  @Test
  void many_evicted() {
    cache.capacity(10);
    fill(MANY);
    assertThat(cache.size()).isEqualTo(10);
  }

  /// The collector may take long to find out that it is gone, and what it leads to lives as long.
  @Test
  void one_that_was_evicted_before_many() {
    cache.capacity(10);
    Entry<?, ?> first = firstPut();
    fill(10_000);
    CacheStructure.checkGone(first);
  }

  @Test
  void one_that_was_replaced_before_many() {
    Entry<?, ?> first = firstPut();
    IntStream.range(0, 10_000).forEach(i -> cache.put(-1, i));
    CacheStructure.checkGone(first);
  }

  private Entry<?, ?> firstPut() {
    cache.put(-1, -1);
    return CacheStructure.of(cache).live().getFirst();
  }

  @Test
  void many_evicted_by_a_smaller_capacity() {
    fill(100_000);
    cache.capacity(3);
    assertThat(cache.size()).isEqualTo(3);
  }

  @Test
  void many_expired() {
    fill(100_000);
    clock.advance(100);
    cache.put(-1, -1);
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void many_cleared() {
    for (int round = 0; round < 10; round++) {
      fill(20_000);
      cache.clear();
      CacheStructure.check(cache);
    }
  }

  @Test
  void many_of_equal_hashes_evicted() {
    SessionCache<CollidingKey, Integer> colliding = SessionCache.bounded(20, Duration.ofHours(1));
    IntStream.range(0, 100_000).forEach(i -> colliding.put(new CollidingKey.Plain(i), i));
    CacheStructure.check(colliding);
  }

  private void fill(int count) {
    IntStream.range(0, count).forEach(i -> cache.put(i, i));
  }
}
