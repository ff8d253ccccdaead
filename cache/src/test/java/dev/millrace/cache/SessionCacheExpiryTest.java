package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the time to live and the clock do.
class SessionCacheExpiryTest {
  private static final Duration TTL = Duration.ofNanos(1000);
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final ManualClock clock = new ManualClock();

  @ParameterizedTest
  @ValueSource(
      longs = {0, 77, -500, Long.MAX_VALUE, Long.MAX_VALUE - 999, Long.MIN_VALUE, -1000, -1001})
  void an_entry_lives_for_less_than_the_time_to_live_wherever_the_clock_is(long start) {
    clock.set(start);
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    cache.put("b", 2);
    clock.advance(999);
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.size()).isEqualTo(2);
    assertThat(keys(cache)).containsExactly("a", "b");
    clock.advance(1);
    assertThat(cache.get("a")).isNull();
    assertThat(keys(cache)).isEmpty();
    assertThat(cache.size()).isZero();
    assertThat(cache.counts()).isEqualTo(new SessionCacheCounts(1, 1, 0, 2));
  }

  @Test
  void no_method_returns_what_has_expired() {
    expiredIn(cache -> assertThat(cache.get("a")).isNull());
    expiredIn(cache -> assertThat(cache.take("a")).isNull());
    expiredIn(cache -> assertThat(cache.put("a", 2)).isNull());
    expiredIn(cache -> assertThat(cache.putIfAbsent("a", 2)).isNull());
    expiredIn(cache -> assertThat(cache.remove("a")).isFalse());
    expiredIn(cache -> assertThat(cache.remove("a", 1)).isFalse());
    expiredIn(cache -> assertThat(keys(cache)).isEmpty());
    expiredIn(cache -> assertThat(cache.size()).isZero());
  }

  private void expiredIn(Consumer<SessionCache<String, Integer>> use) {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    clock.advance(TTL);
    use.accept(cache);
  }

  @Test
  void what_is_put_in_place_of_an_expired_entry_lives_anew() {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    cache.put("b", 1);
    clock.advance(TTL);
    cache.put("a", 2);
    assertThat(cache.putIfAbsent("b", 2)).isNull();
    clock.advance(999);
    assertThat(cache.get("a")).isEqualTo(2);
    assertThat(cache.get("b")).isEqualTo(2);
    assertThat(cache.counts().evictionsByAge()).isEqualTo(2);
  }

  @Test
  void a_replaced_entry_lives_anew_and_a_looked_up_one_does_not() {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("replaced", 1);
    cache.put("found", 1);
    cache.put("kept", 1);
    clock.advance(600);
    cache.put("replaced", 2);
    cache.get("found");
    assertThat(cache.putIfAbsent("kept", 2)).isEqualTo(1);
    clock.advance(400);
    assertThat(keys(cache)).containsExactly("replaced");
    assertThat(cache.size()).isEqualTo(1);
    clock.advance(600);
    assertThat(cache.size()).isZero();
  }

  @Test
  void many_that_expire_together_are_dropped_by_few_at_a_time() {
    SessionCache<Integer, Integer> cache = cache(200_000, TTL);
    IntStream.range(0, 200_000).forEach(i -> cache.put(i, i));
    clock.advance(TTL);
    long dropped = 0;
    for (int i = 0; i < 100; i++) {
      int key = i;
      assertThat(dropsOf(cache, () -> cache.get(150_000 + key))).isEqualTo(1);
      assertThat(dropsOf(cache, () -> cache.put(-1 - key, 0))).isBetween(0L, 32L);
      assertThat(dropsOf(cache, () -> cache.put(-1, key))).isBetween(0L, 32L);
      assertThat(dropsOf(cache, () -> cache.putIfAbsent(-1, key))).isZero();
      dropped = cache.counts().evictionsByAge();
    }
    // One by each get, and 32 by each look, of which 200 puts take 13.
    assertThat(dropped).isEqualTo(100 + 13 * 32);
    assertThat(cache.size()).isEqualTo(100);
    assertThat(cache.counts().evictionsByAge()).isEqualTo(200_000);
    assertThat(cache.counts().evictionsBySize()).isZero();
  }

  @Test
  void puts_drop_expired_entries_faster_than_they_add_new_ones() {
    SessionCache<Integer, Integer> cache = cache(1000, TTL);
    IntStream.range(0, 320).forEach(i -> cache.put(i, i));
    clock.advance(TTL);
    IntStream.range(1000, 1160).forEach(i -> cache.put(i, i));
    assertThat(cache.counts().evictionsByAge()).isEqualTo(320);
  }

  @Test
  void a_put_in_place_of_an_expired_entry_drops_it_and_32_others_at_most() {
    SessionCache<Integer, Integer> cache = cache(1000, TTL);
    IntStream.range(0, 500).forEach(i -> cache.put(i, i));
    clock.advance(TTL);
    for (int key = 480; key < 500; key += 2) {
      int expired = key;
      assertThat(dropsOf(cache, () -> cache.put(expired, 0))).isBetween(1L, 33L);
      assertThat(dropsOf(cache, () -> cache.putIfAbsent(expired + 1, 0))).isBetween(1L, 33L);
    }
  }

  private static long dropsOf(SessionCache<?, ?> cache, Runnable call) {
    long before = cache.counts().evictionsByAge();
    call.run();
    return cache.counts().evictionsByAge() - before;
  }

  @Test
  void no_live_entry_is_evicted_while_expired_ones_are_left() {
    SessionCache<Integer, Integer> cache = cache(100, TTL);
    IntStream.range(0, 60).forEach(i -> cache.put(i, i));
    clock.advance(500);
    IntStream.range(60, 100).forEach(i -> cache.put(i, i));
    clock.advance(500);
    IntStream.range(100, 160).forEach(i -> cache.put(i, i));
    assertThat(cache.counts().evictionsBySize()).isZero();
    assertThat(cache.counts().evictionsByAge()).isEqualTo(60);
    assertThat(keys(cache)).isEqualTo(IntStream.range(60, 160).boxed().toList());
  }

  @Test
  void shrinking_drops_what_has_expired_first() {
    SessionCache<Integer, Integer> cache = cache(100, TTL);
    IntStream.range(0, 60).forEach(i -> cache.put(i, i));
    clock.advance(TTL);
    IntStream.range(60, 70).forEach(i -> cache.put(i, i));
    cache.capacity(10);
    assertThat(keys(cache)).isEqualTo(IntStream.range(60, 70).boxed().toList());
    assertThat(cache.counts()).isEqualTo(new SessionCacheCounts(0, 0, 0, 60));
  }

  @Test
  void a_shorter_time_to_live_applies_to_entries_that_are_there() {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    clock.advance(300);
    cache.put("b", 2);
    cache.timeToLive(Duration.ofNanos(300));
    assertThat(cache.timeToLive()).isEqualTo(Duration.ofNanos(300));
    assertThat(keys(cache)).containsExactly("b");
    assertThat(cache.get("a")).isNull();
    assertThat(cache.size()).isEqualTo(1);
    clock.advance(300);
    assertThat(cache.size()).isZero();
  }

  @Test
  void a_longer_time_to_live_applies_to_entries_that_are_there() {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    cache.timeToLive(Duration.ofNanos(2000));
    clock.advance(1999);
    assertThat(cache.get("a")).isEqualTo(1);
    clock.advance(1);
    assertThat(cache.get("a")).isNull();
  }

  @Test
  void entries_that_were_not_dropped_live_on_when_the_time_to_live_grows_again() {
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    cache.put("b", 1);
    clock.advance(500);
    cache.timeToLive(Duration.ofNanos(100));
    assertThat(cache.get("a")).isNull();
    cache.timeToLive(TTL);
    assertThat(cache.get("a")).isNull();
    assertThat(cache.get("b")).isEqualTo(1);
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void while_the_clock_stands_still_nothing_expires() {
    SessionCache<Integer, Integer> cache = cache(1000, Duration.ofNanos(1));
    IntStream.range(0, 1000).forEach(i -> cache.put(i, i));
    assertThat(cache.size()).isEqualTo(1000);
    clock.advance(1);
    assertThat(cache.size()).isZero();
  }

  @Test
  void after_the_clock_has_stepped_back_entries_are_not_younger_than_0() {
    clock.set(1_000_000);
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    clock.set(0);
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.size()).isEqualTo(1);
    clock.set(Long.MIN_VALUE + 1_000_001);
    assertThat(cache.get("a")).isEqualTo(1);
    clock.set(1_000_999);
    assertThat(cache.get("a")).isEqualTo(1);
    clock.set(1_001_000);
    assertThat(cache.get("a")).isNull();
  }

  @Test
  void what_was_put_after_the_clock_had_stepped_back_expires_by_its_own_age() {
    clock.set(1_000_000);
    SessionCache<String, Integer> cache = cache(10, TTL);
    cache.put("a", 1);
    clock.set(0);
    cache.put("b", 2);
    clock.set(1000);
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.get("b")).isNull();
    assertThat(cache.put("b", 3)).isNull();
    assertThat(keys(cache)).containsExactly("a", "b");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, -1})
  void what_lives_for_ever_never_expires(long age) {
    for (Duration forever : List.of(ChronoUnit.FOREVER.getDuration(), LONGEST)) {
      clock.set(0);
      SessionCache<Integer, Integer> cache = cache(2, forever);
      assertThat(cache.timeToLive()).isEqualTo(LONGEST);
      cache.put(1, 1);
      clock.set(age);
      assertThat(cache.size()).isEqualTo(1);
      assertThat(cache.get(1)).isEqualTo(1);
      assertThat(cache.putIfAbsent(1, 2)).isEqualTo(1);
      cache.put(2, 2);
      assertThat(keys(cache)).containsExactly(1, 2);
      assertThat(cache.put(1, 2)).isEqualTo(1);
      cache.put(3, 3);
      assertThat(cache.take(1)).isEqualTo(2);
      assertThat(cache.counts().evictionsByAge()).isZero();
      assertThat(cache.counts().evictionsBySize()).isEqualTo(1);
    }
  }

  @Test
  void a_time_to_live_just_short_of_for_ever_ends() {
    SessionCache<Integer, Integer> cache = cache(2, LONGEST.minusNanos(1));
    cache.put(1, 1);
    clock.set(Long.MAX_VALUE - 2);
    assertThat(cache.get(1)).isEqualTo(1);
    clock.set(Long.MAX_VALUE - 1);
    assertThat(cache.get(1)).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void a_time_to_live_of_zero_or_less_is_refused(long nanos) {
    Duration wrong = Duration.ofNanos(nanos);
    SessionCache<String, Integer> cache = cache(1, TTL);
    assertThatIllegalArgumentException().isThrownBy(() -> cache(1, wrong));
    assertThatIllegalArgumentException().isThrownBy(() -> SessionCache.bounded(1, wrong));
    assertThatIllegalArgumentException().isThrownBy(() -> cache.timeToLive(wrong));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SessionCache.disabled().timeToLive(wrong));
    assertThat(cache.timeToLive()).isEqualTo(TTL);
  }

  @Test
  void without_a_clock_of_its_own_a_cache_goes_by_the_system_clock() {
    SessionCache<String, Integer> cache = SessionCache.bounded(1, Duration.ofDays(1));
    cache.put("a", 1);
    assertThat(cache.get("a")).isEqualTo(1);
    cache.timeToLive(Duration.ofNanos(1));
    long start = System.nanoTime();
    while (System.nanoTime() - start < 2) {
      Thread.onSpinWait();
    }
    assertThat(cache.get("a")).isNull();
  }

  private <K, V> SessionCache<K, V> cache(int capacity, Duration timeToLive) {
    return SessionCache.bounded(capacity, timeToLive, clock);
  }

  private static <K> List<K> keys(SessionCache<K, ?> cache) {
    List<K> keys = new ArrayList<>();
    cache.forEach((key, value) -> keys.add(key));
    return keys;
  }
}
