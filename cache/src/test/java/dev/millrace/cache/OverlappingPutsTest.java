package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Puts of one key, one in the midst of the other: what compares a key makes the second call. All
/// keys have equal hashes, so that they are compared.
class OverlappingPutsTest {
  private static final class Key {
    private final String name;
    private int comparisonsToGo;
    private @Nullable Runnable then;

    Key(String name) {
      this.name = name;
    }

    /// Makes a call at the first comparison after so many.
    Key calling(int comparisons, Runnable call) {
      comparisonsToGo = comparisons;
      then = call;
      return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      Runnable call = then;
      if (call != null && comparisonsToGo-- == 0) {
        then = null;
        call.run();
      }
      return other instanceof Key key && key.name.equals(name);
    }

    @Override
    public int hashCode() {
      return 42;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @Test
  void two_puts_of_one_new_key_may_both_make_room_and_one_gives_it_back() {
    for (int comparisons = 0; comparisons < 5; comparisons++) {
      SessionCache<Key, Integer> cache = filled(3);
      cache.put(new Key("x"), 2);
      Key key = new Key("c").calling(comparisons, () -> cache.put(new Key("c"), 8));
      cache.put(key, 9);
      assertThat(names(cache)).as("after %s comparisons", comparisons).endsWith("x", "c");
      int size = cache.size();
      fillUp(cache, 3 - size);
      assertThat(names(cache)).startsWith(size == 3 ? "b" : "x").hasSize(3);
    }
  }

  @Test
  void two_puts_if_absent_of_one_new_key_store_one_value() {
    for (int comparisons = 0; comparisons < 5; comparisons++) {
      SessionCache<Key, Integer> cache = filled(3);
      cache.put(new Key("x"), 2);
      List<Integer> others = new ArrayList<>();
      Key key =
          new Key("c").calling(comparisons, () -> others.add(cache.putIfAbsent(new Key("c"), 8)));
      Integer present = cache.putIfAbsent(key, 9);
      assertThat(names(cache)).as("after %s comparisons", comparisons).endsWith("x", "c");
      assertThat(cache.get(new Key("c"))).isEqualTo(present == null ? 9 : 8);
      assertThat(others).doesNotContain(9);
    }
  }

  @Test
  void an_entry_that_was_never_stored_counts_as_no_eviction() {
    for (int comparisons = 0; comparisons < 5; comparisons++) {
      SessionCache<Key, Integer> cache = filled(2);
      List<String> put = new ArrayList<>(List.of("a", "b", "c"));
      Key key =
          new Key("c")
              .calling(
                  comparisons,
                  () -> {
                    put.add("c");
                    cache.put(new Key("c"), 8);
                  });
      Integer replaced = cache.put(key, 9);
      assertThat(names(cache)).endsWith("c");
      // Some are left, one may have been replaced, and all others were evicted.
      assertThat(cache.counts().evictionsBySize())
          .as("after %s comparisons", comparisons)
          .isEqualTo(put.size() - cache.size() - (replaced == null ? 0 : 1));
    }
  }

  @Test
  void a_value_that_is_never_stored_is_never_visited() {
    for (int comparisons = 0; comparisons < 5; comparisons++) {
      SessionCache<Key, Integer> cache = filled(3);
      List<Integer> visited = new ArrayList<>();
      Key key =
          new Key("c")
              .calling(
                  comparisons,
                  () -> {
                    cache.put(new Key("c"), 8);
                    cache.forEach((k, value) -> visited.add(value));
                  });
      if (cache.putIfAbsent(key, 9) != null) {
        assertThat(visited).as("after %s comparisons", comparisons).doesNotContain(9);
      }
    }
  }

  /// A cache with the keys "a" and "b", or as many of them as it holds.
  private static SessionCache<Key, Integer> filled(int capacity) {
    SessionCache<Key, Integer> cache = SessionCache.bounded(capacity, Duration.ofHours(1));
    List<String> names = List.of("a", "b");
    for (int i = 0; i < Math.min(2, capacity); i++) {
      cache.put(new Key(names.get(i)), i);
    }
    return cache;
  }

  private static void fillUp(SessionCache<Key, Integer> cache, int count) {
    for (int i = 0; i < count; i++) {
      cache.put(new Key("more" + i), i);
    }
  }

  private static List<String> names(SessionCache<Key, Integer> cache) {
    List<String> names = new ArrayList<>();
    cache.forEach((key, value) -> names.add(key.name));
    return names;
  }
}
