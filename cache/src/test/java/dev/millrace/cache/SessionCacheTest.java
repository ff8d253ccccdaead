package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What one caller sees, while no time passes.
class SessionCacheTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualClock clock = new ManualClock();

  @Test
  void what_was_put_is_found_until_it_is_removed() {
    SessionCache<String, Integer> cache = cache(10);
    assertThat(cache.get("a")).isNull();
    assertThat(cache.put("a", 1)).isNull();
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.size()).isEqualTo(1);
    assertThat(cache.remove("a")).isTrue();
    assertThat(cache.remove("a")).isFalse();
    assertThat(cache.get("a")).isNull();
    assertThat(cache.size()).isZero();
  }

  @Test
  void a_put_returns_the_value_that_it_replaces() {
    SessionCache<String, Integer> cache = cache(10);
    cache.put("a", 1);
    assertThat(cache.put("a", 2)).isEqualTo(1);
    assertThat(cache.put("a", 3)).isEqualTo(2);
    assertThat(cache.get("a")).isEqualTo(3);
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void equal_keys_that_are_not_the_same_object_are_one_key() {
    SessionCache<List<Integer>, Integer> cache = cache(10);
    cache.put(new ArrayList<>(List.of(1)), 1);
    assertThat(cache.put(new ArrayList<>(List.of(1)), 2)).isEqualTo(1);
    assertThat(cache.take(new ArrayList<>(List.of(1)))).isEqualTo(2);
  }

  @Test
  void putting_the_same_value_again_replaces_the_entry() {
    SessionCache<String, String> cache = cache(2);
    cache.put("a", "v");
    cache.put("b", "v");
    assertThat(cache.put("a", "v")).isEqualTo("v");
    assertThat(keys(cache)).containsExactly("b", "a");
  }

  @Test
  void put_if_absent_stores_only_where_there_is_nothing() {
    SessionCache<String, Integer> cache = cache(10);
    assertThat(cache.putIfAbsent("a", 1)).isNull();
    assertThat(cache.putIfAbsent("a", 2)).isEqualTo(1);
    assertThat(cache.get("a")).isEqualTo(1);
    cache.remove("a");
    assertThat(cache.putIfAbsent("a", 3)).isNull();
    assertThat(cache.get("a")).isEqualTo(3);
  }

  @Test
  void a_value_is_taken_once() {
    SessionCache<String, Integer> cache = cache(10);
    cache.put("a", 1);
    assertThat(cache.take("a")).isEqualTo(1);
    assertThat(cache.take("a")).isNull();
    assertThat(cache.size()).isZero();
  }

  @Test
  void an_entry_is_removed_by_its_value_only_if_that_equals_the_given_one() {
    SessionCache<String, List<Integer>> cache = cache(10);
    cache.put("a", List.of(1));
    assertThat(cache.remove("a", List.of(2))).isFalse();
    assertThat(cache.remove("b", List.of(1))).isFalse();
    assertThat(cache.get("a")).isEqualTo(List.of(1));
    assertThat(cache.remove("a", new ArrayList<>(List.of(1)))).isTrue();
    assertThat(cache.get("a")).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 127, 128, 129, 1000})
  void a_put_into_a_full_cache_evicts_the_oldest(int capacity) {
    SessionCache<Integer, Integer> cache = cache(capacity);
    for (int i = 0; i < 3 * capacity + 500; i++) {
      assertThat(cache.put(i, i)).isNull();
      assertThat(cache.size()).isEqualTo(Math.min(i + 1, capacity));
      assertThat(cache.get(i)).isEqualTo(i);
      int oldest = Math.max(0, i - capacity + 1);
      assertThat(cache.get(oldest)).isEqualTo(oldest);
      assertThat(cache.get(oldest - 1)).isNull();
    }
    assertThat(cache.counts().evictionsBySize()).isEqualTo(2 * capacity + 500);
  }

  @Test
  void a_lookup_changes_no_order() {
    SessionCache<String, Integer> cache = filled(3, "a", "b", "c");
    assertThat(cache.get("a")).isEqualTo(0);
    cache.put("d", 3);
    assertThat(keys(cache)).containsExactly("b", "c", "d");
  }

  @Test
  void a_replaced_entry_counts_as_new() {
    SessionCache<String, Integer> cache = filled(3, "a", "b", "c");
    cache.put("a", 9);
    cache.put("d", 3);
    assertThat(keys(cache)).containsExactly("c", "a", "d");
  }

  @Test
  void put_if_absent_changes_no_order_where_there_is_a_value() {
    SessionCache<String, Integer> cache = filled(3, "a", "b", "c");
    assertThat(cache.putIfAbsent("a", 9)).isEqualTo(0);
    assertThat(cache.putIfAbsent("d", 3)).isNull();
    assertThat(keys(cache)).containsExactly("b", "c", "d");
  }

  @Test
  void replacing_evicts_nothing() {
    SessionCache<String, Integer> cache = filled(3, "a", "b", "c");
    for (int i = 0; i < 1000; i++) {
      cache.put(List.of("c", "a", "b").get(i % 3), i);
    }
    assertThat(keys(cache)).containsExactly("a", "b", "c").hasSize(cache.size());
    assertThat(cache.counts().evictionsBySize()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 250, 500})
  void holes_that_takes_leave_are_filled_before_anything_is_evicted(int from) {
    SessionCache<Integer, Integer> cache = cache(1000);
    IntStream.range(0, 1000).forEach(i -> cache.put(i, i));
    IntStream.range(from, from + 500)
        .forEach(i -> {
          if (i % 2 == 0) {
            assertThat(cache.take(i)).isEqualTo(i);
          } else {
            assertThat(cache.remove(i, i)).isTrue();
          }
        });
    IntStream.range(1000, 1500).forEach(i -> cache.put(i, i));
    assertThat(cache.counts().evictionsBySize()).isZero();
    List<Integer> expected = new ArrayList<>();
    IntStream.range(0, 1500).filter(i -> i < from || i >= from + 500).forEach(expected::add);
    assertThat(keys(cache)).isEqualTo(expected);

    cache.put(1500, 1500);
    assertThat(cache.counts().evictionsBySize()).isEqualTo(1);
    assertThat(cache.get(expected.getFirst())).isNull();
    assertThat(cache.get(expected.get(1))).isNotNull();
  }

  @Test
  void churn_behind_an_old_entry_does_not_age_it() {
    SessionCache<Integer, Integer> cache = cache(2);
    cache.put(-1, -1);
    for (int i = 0; i < 10_000; i++) {
      cache.put(i, i);
      assertThat(cache.take(i)).isEqualTo(i);
    }
    assertThat(keys(cache)).containsExactly(-1);
    assertThat(cache.counts().evictionsBySize()).isZero();
  }

  @Test
  void entries_are_visited_oldest_first() {
    SessionCache<Integer, Integer> cache = cache(1000);
    SequencedSet<Integer> expected = new LinkedHashSet<>();
    for (int i = 0; i < 700; i++) {
      cache.put(i, -i);
      expected.add(i);
      assertThat(keys(cache)).containsExactlyElementsOf(expected);
    }
    for (int i = 0; i < 700; i += 3) {
      cache.put(i, i);
      expected.addLast(i);
    }
    assertThat(keys(cache)).containsExactlyElementsOf(expected);
    cache.forEach((key, value) -> assertThat(value).isEqualTo(key % 3 == 0 ? key : -key));
  }

  @Test
  void a_visitor_may_change_the_cache() {
    SessionCache<Integer, Integer> cache = cache(1000);
    IntStream.range(0, 500).forEach(i -> cache.put(i, i));
    cache.forEach((key, value) -> assertThat(cache.take(key)).isEqualTo(value));
    assertThat(cache.size()).isZero();
  }

  @Test
  void clearing_removes_everything_and_counts_nothing() {
    SessionCache<Integer, Integer> cache = cache(300);
    for (int round = 0; round < 5; round++) {
      IntStream.range(0, 300).forEach(i -> cache.put(i, i));
      assertThat(cache.size()).isEqualTo(300);
      cache.clear();
      assertThat(cache.size()).isZero();
      assertThat(keys(cache)).isEmpty();
      assertThat(cache.counts()).isEqualTo(new SessionCacheCounts(0, 0, 0, 0));
    }
    assertThat(cache.get(0)).isNull();
  }

  @Test
  void shrinking_evicts_the_oldest() {
    SessionCache<Integer, Integer> cache = cache(1000);
    IntStream.range(0, 1000).forEach(i -> cache.put(i, i));
    cache.capacity(400);
    assertThat(cache.capacity()).isEqualTo(400);
    assertThat(cache.size()).isEqualTo(400);
    assertThat(keys(cache)).isEqualTo(IntStream.range(600, 1000).boxed().toList());
    assertThat(cache.counts().evictionsBySize()).isEqualTo(600);
    cache.put(1000, 1000);
    assertThat(cache.size()).isEqualTo(400);
    assertThat(cache.get(600)).isNull();
  }

  @Test
  void shrinking_where_there_is_room_evicts_nothing() {
    SessionCache<Integer, Integer> cache = cache(1000);
    IntStream.range(0, 500).forEach(i -> cache.put(i, i));
    IntStream.range(0, 100).forEach(cache::take);
    cache.capacity(400);
    assertThat(cache.size()).isEqualTo(400);
    assertThat(cache.counts().evictionsBySize()).isZero();
  }

  @Test
  void growing_keeps_everything() {
    SessionCache<Integer, Integer> cache = cache(10);
    IntStream.range(0, 20).forEach(i -> cache.put(i, i));
    cache.capacity(Integer.MAX_VALUE);
    assertThat(cache.capacity()).isEqualTo(Integer.MAX_VALUE);
    IntStream.range(20, 5000).forEach(i -> cache.put(i, i));
    assertThat(keys(cache)).isEqualTo(IntStream.range(10, 5000).boxed().toList());
    assertThat(cache.counts().evictionsBySize()).isEqualTo(10);
  }

  @Test
  void lookups_and_evictions_are_counted_exactly() {
    SessionCache<String, Integer> cache = filled(2, "a", "b", "c");
    cache.get("a");
    cache.get("b");
    cache.take("b");
    cache.take("b");
    cache.put("c", 5);
    cache.putIfAbsent("c", 6);
    cache.putIfAbsent("d", 6);
    cache.remove("d");
    cache.remove("d");
    cache.remove("c", 7);
    cache.forEach((key, value) -> {});
    cache.capacity(1);
    assertThat(cache.size()).isEqualTo(1);
    assertThat(cache.counts()).isEqualTo(new SessionCacheCounts(2, 2, 1, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void a_capacity_below_1_is_refused(int capacity) {
    assertThatIllegalArgumentException().isThrownBy(() -> SessionCache.bounded(capacity, HOUR));
    for (SessionCache<String, Integer> cache : both()) {
      int before = cache.capacity();
      assertThatIllegalArgumentException().isThrownBy(() -> cache.capacity(capacity));
      assertThat(cache.capacity()).isEqualTo(before);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // null is what is tested
  void no_method_takes_null() {
    for (SessionCache<String, Integer> cache : both()) {
      assertThatNullPointerException().isThrownBy(() -> cache.get(null));
      assertThatNullPointerException().isThrownBy(() -> cache.put(null, 1));
      assertThatNullPointerException().isThrownBy(() -> cache.put("a", null));
      assertThatNullPointerException().isThrownBy(() -> cache.putIfAbsent(null, 1));
      assertThatNullPointerException().isThrownBy(() -> cache.putIfAbsent("a", null));
      assertThatNullPointerException().isThrownBy(() -> cache.take(null));
      assertThatNullPointerException().isThrownBy(() -> cache.remove(null));
      assertThatNullPointerException().isThrownBy(() -> cache.remove(null, 1));
      assertThatNullPointerException().isThrownBy(() -> cache.remove("a", null));
      assertThatNullPointerException().isThrownBy(() -> cache.forEach(null));
      assertThatNullPointerException().isThrownBy(() -> cache.timeToLive(null));
      assertThat(cache.size()).isZero();
    }
    assertThatNullPointerException().isThrownBy(() -> SessionCache.bounded(1, null));
    assertThatNullPointerException().isThrownBy(() -> SessionCache.bounded(1, null, clock));
    assertThatNullPointerException().isThrownBy(() -> SessionCache.bounded(1, HOUR, null));
  }

  @Test
  void a_disabled_cache_stores_nothing_and_stays_disabled() {
    SessionCache<String, Integer> cache = SessionCache.disabled();
    cache.capacity(10);
    cache.timeToLive(HOUR);
    assertThat(cache.capacity()).isZero();
    assertThat(cache.timeToLive()).isZero();
    assertThat(cache.put("a", 1)).isNull();
    assertThat(cache.put("a", 2)).isNull();
    assertThat(cache.putIfAbsent("a", 3)).isNull();
    assertThat(cache.get("a")).isNull();
    assertThat(cache.take("a")).isNull();
    assertThat(cache.remove("a")).isFalse();
    assertThat(cache.remove("a", 2)).isFalse();
    assertThat(cache.size()).isZero();
    assertThat(keys(cache)).isEmpty();
    cache.clear();
    assertThat(cache.counts()).isEqualTo(new SessionCacheCounts(0, 0, 0, 0));
  }

  private <K, V> SessionCache<K, V> cache(int capacity) {
    return SessionCache.bounded(capacity, HOUR, clock);
  }

  /// A cache into which these keys were put with values from 0.
  private SessionCache<String, Integer> filled(int capacity, String... keys) {
    SessionCache<String, Integer> cache = cache(capacity);
    for (int i = 0; i < keys.length; i++) {
      cache.put(keys[i], i);
    }
    return cache;
  }

  private List<SessionCache<String, Integer>> both() {
    return List.of(cache(10), SessionCache.disabled());
  }

  private static <K> List<K> keys(SessionCache<K, ?> cache) {
    List<K> keys = new ArrayList<>();
    cache.forEach((key, value) -> keys.add(key));
    return keys;
  }
}
