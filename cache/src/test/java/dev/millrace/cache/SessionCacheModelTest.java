package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/// Any run of calls by one caller, compared with [ModelCache].
class SessionCacheModelTest {
  private static final int TTL = 100;

  enum Call {
    GET,
    PUT,
    PUT_IF_ABSENT,
    TAKE,
    REMOVE,
    REMOVE_VALUE,
    SIZE,
    CLEAR,
    CAPACITY,
    TIME_TO_LIVE
  }

  /// A call, and how much time passes before it.
  record Step(Call call, int key, int number, int nanos) {}

  @Property(tries = 400)
  void a_cache_does_what_the_model_does(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 12) int capacity) {
    compare(steps, capacity, key -> key);
  }

  @Property(tries = 400)
  void a_cache_of_keys_with_equal_hashes_does_what_the_model_does(
      @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 40) int capacity) {
    compare(steps, capacity, CollidingKey.Plain::new);
  }

  @Property(tries = 100)
  void a_large_cache_does_what_the_model_does(
      @ForAll("manySteps") List<Step> steps, @ForAll @IntRange(min = 100, max = 400) int capacity) {
    compare(steps, capacity, key -> key / 3);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return step(60).list().ofMaxSize(300);
  }

  @Provide
  Arbitrary<List<Step>> manySteps() {
    return step(1000).list().ofMinSize(500).ofMaxSize(3000);
  }

  private static Arbitrary<Step> step(int keys) {
    Arbitrary<Call> calls =
        Arbitraries.frequency(
            Tuple.of(60, Call.GET),
            Tuple.of(100, Call.PUT),
            Tuple.of(30, Call.PUT_IF_ABSENT),
            Tuple.of(30, Call.TAKE),
            Tuple.of(15, Call.REMOVE),
            Tuple.of(15, Call.REMOVE_VALUE),
            Tuple.of(5, Call.SIZE),
            Tuple.of(1, Call.CLEAR),
            Tuple.of(3, Call.CAPACITY),
            Tuple.of(3, Call.TIME_TO_LIVE));
    Arbitrary<Integer> passes =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.just(0)),
            Tuple.of(4, Arbitraries.integers().between(1, 5)),
            Tuple.of(1, Arbitraries.integers().between(1, 2 * TTL)));
    return Combinators.combine(
            calls,
            Arbitraries.integers().between(0, keys - 1).withoutEdgeCases(),
            Arbitraries.integers().between(0, 3),
            passes)
        .as(Step::new);
  }

  private static <K> void compare(List<Step> steps, int capacity, IntFunction<K> keys) {
    ManualClock clock = new ManualClock(Long.MAX_VALUE - 3 * TTL);
    ModelCache<K> model = new ModelCache<>(capacity, TTL, clock);
    SessionCache<K, Integer> cache = SessionCache.bounded(capacity, Duration.ofNanos(TTL), clock);
    for (Step step : steps) {
      clock.advance(step.nanos);
      K key = keys.apply(step.key);
      assertThat(onCache(cache, step, key)).as("%s", step).isEqualTo(onModel(model, step, key));
      compareStates(cache, model);
    }
    assertThat(cache.size()).isEqualTo(model.size());
    assertThat(cache.counts()).isEqualTo(model.counts());
    CacheStructure.check(cache);
  }

  private static <K> void compareStates(SessionCache<K, Integer> cache, ModelCache<K> model) {
    SequencedMap<K, Integer> content = new LinkedHashMap<>();
    cache.forEach(content::put);
    assertThat(content).containsExactlyEntriesOf(model.content());
    SessionCacheCounts counts = cache.counts();
    SessionCacheCounts expected = model.counts();
    assertThat(counts.hits()).isEqualTo(expected.hits());
    assertThat(counts.misses()).isEqualTo(expected.misses());
    assertThat(counts.evictionsBySize()).isEqualTo(expected.evictionsBySize());
    // What has expired is dropped when something comes by.
    assertThat(counts.evictionsByAge()).isBetween(0L, expected.evictionsByAge());
  }

  private static <K> @Nullable Object onCache(SessionCache<K, Integer> cache, Step step, K key) {
    return switch (step.call) {
      case GET -> cache.get(key);
      case PUT -> cache.put(key, step.number);
      case PUT_IF_ABSENT -> cache.putIfAbsent(key, step.number);
      case TAKE -> cache.take(key);
      case REMOVE -> cache.remove(key);
      case REMOVE_VALUE -> cache.remove(key, step.number);
      case SIZE -> cache.size();
      case CLEAR -> {
        // What has expired is cleared too, and then never counted.
        int size = cache.size();
        cache.clear();
        yield size;
      }
      case CAPACITY -> {
        cache.capacity(1 + step.key);
        yield cache.capacity();
      }
      case TIME_TO_LIVE -> {
        // What has expired and was not dropped would live on.
        int size = cache.size();
        cache.timeToLive(Duration.ofNanos(1 + step.key));
        yield size;
      }
    };
  }

  private static <K> @Nullable Object onModel(ModelCache<K> model, Step step, K key) {
    return switch (step.call) {
      case GET -> model.get(key);
      case PUT -> model.put(key, step.number);
      case PUT_IF_ABSENT -> model.putIfAbsent(key, step.number);
      case TAKE -> model.take(key);
      case REMOVE -> model.remove(key);
      case REMOVE_VALUE -> model.remove(key, step.number);
      case SIZE -> model.size();
      case CLEAR -> {
        int size = model.size();
        model.clear();
        yield size;
      }
      case CAPACITY -> {
        model.capacity(1 + step.key);
        yield 1 + step.key;
      }
      case TIME_TO_LIVE -> {
        int size = model.size();
        model.timeToLive(1 + step.key);
        yield size;
      }
    };
  }
}
