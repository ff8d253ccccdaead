package dev.millrace.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SideTest {
  private static final int LOOKUPS = 200_000;

  static Stream<Arguments> sidesAndKeys() {
    return Stream.of(Side.values())
        .flatMap(side -> Stream.of(Keys.values()).map(keys -> arguments(side, keys)));
  }

  @ParameterizedTest
  @MethodSource("sidesAndKeys")
  void every_side_finds_and_takes_what_was_put(Side side, Keys keys) {
    Contender cache = side.open(10, true);
    Object key = keys.of(1);

    cache.put(key, key);

    assertThat(cache.get(keys.of(1))).isSameAs(key).isNotSameAs(keys.of(1));
    assertThat(cache.take(keys.of(1))).isSameAs(key);
    assertThat(cache.take(keys.of(1))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "MILLRACE,5",
    "MILLRACE,95",
    "JDK,5",
    "JDK,95",
    "CAFFEINE_DIRECT,5",
    "CAFFEINE_DIRECT,95"
  })
  void the_span_makes_the_ratio_of_hits(Side side, int percent) {
    Load.Throughput load = (Load.Throughput) Load.hit(side, Keys.INTEGER, percent, 1);
    Contender cache = side.open(load.capacity(), load.expiry());
    Xorshift random = new Xorshift(1);
    List<Object> keys = IntStream.rangeClosed(1, load.span()).mapToObj(load.keys()::of).toList();
    keys.stream().limit(load.capacity()).forEach(key -> cache.put(key, key));

    int hits = 0;
    for (int i = 0; i < LOOKUPS; i++) {
      Object key = keys.get(random.below(load.span()));
      if (cache.get(key) == null) {
        cache.put(key, key);
      } else {
        hits++;
      }
    }

    assertThat(100.0 * hits / LOOKUPS).isCloseTo(percent, within(1.0));
  }
}
