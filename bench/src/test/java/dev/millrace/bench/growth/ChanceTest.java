package dev.millrace.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChanceTest {
  /// Exact where there are up to 3; else from H. L. Harter, Expected Values of Normal Order
  /// Statistics, Biometrika 48, 1961.
  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "2, 0.564190",
    "3, 0.846284",
    "5, 1.16296",
    "10, 1.53875",
    "18, 1.82003",
    "50, 2.24907",
    "100, 2.50759",
  })
  void the_largest_of_normal_deviations_is_as_large_as_tables_say(int count, double expected) {
    assertThat(Chance.largestOf(count)).isCloseTo(expected, within(2e-5));
  }

  @Test
  void what_is_computed_is_what_drawing_comes_to() {
    int nodes = 20;
    int keys = 20_000;
    int draws = 300;
    SplittableRandom random = new SplittableRandom(1);
    double most = 0;
    double variance = 0;
    for (int i = 0; i < draws; i++) {
      long[] counts = new long[nodes];
      IntStream.range(0, keys).forEach(_ -> counts[random.nextInt(nodes)]++);
      Load load = Load.of(counts);
      most += load.maxToMean() / draws;
      variance += load.deviationToMean() * load.deviationToMean() / draws;
    }

    assertThat(Chance.maxToMean(keys, nodes) - 1).isCloseTo(most - 1, within(0.05 * (most - 1)));
    assertThat(Chance.deviationToMean(keys, nodes))
        .isCloseTo(Math.sqrt(variance), within(0.05 * Math.sqrt(variance)));
  }
}
