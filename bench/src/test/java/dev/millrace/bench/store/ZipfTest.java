package dev.millrace.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfTest {
  private static final int DRAWS = 1_000_000;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.2})
  void each_rank_comes_as_often_as_the_law_says(double exponent) {
    int ranks = 1000;
    int[] seen = new int[ranks];
    Zipf zipf = new Zipf(ranks, exponent, 1);
    for (int i = 0; i < DRAWS; i++) {
      seen[zipf.next()]++;
    }

    double all =
        IntStream.rangeClosed(1, ranks).mapToDouble(rank -> Math.pow(rank, -exponent)).sum();
    for (int rank : new int[] {1, 2, 3, 10, 100, 1000}) {
      double expected = DRAWS * Math.pow(rank, -exponent) / all;
      assertThat((double) seen[rank - 1])
          .as("rank %d", rank)
          .isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }
  }

  @Test
  void all_ranks_of_many_are_within_the_count() {
    Zipf zipf = new Zipf(50_000_000, 0.99, 2);

    assertThat(IntStream.generate(zipf::next).limit(DRAWS).summaryStatistics())
        .satisfies(ranks -> assertThat(ranks.getMin()).isZero())
        .satisfies(ranks -> assertThat(ranks.getMax()).isBetween(40_000_000, 49_999_999));
  }

  @Test
  void equal_seeds_give_equal_ranks_and_others_do_not() {
    assertThat(ranks(7)).isEqualTo(ranks(7)).isNotEqualTo(ranks(8));
  }

  private static int[] ranks(long seed) {
    return IntStream.generate(new Zipf(1000, 0.99, seed)::next).limit(100).toArray();
  }
}
