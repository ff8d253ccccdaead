package dev.millrace.fleet.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The keys of each single main node spread evenly over the auxiliary ones, whatever their number,
/// and whatever the keys: 18 main nodes, 2 to 64 auxiliary ones and four kinds of keys.
///
/// These are 4,536 tests by chi-square, and where all is left to chance, one of a hundred has a p
/// of 0.01 or less. To ask that none has would refuse a perfect placement; to look only at some
/// would hide a bad one. So two things are asked for. No p may be too small for the least of so
/// many: as many times the p as there are tests must exceed 0.01 (Bonferroni), which holds however
/// they depend on each other. And all together must look like chance, which is asked separately for
/// each number of auxiliary nodes, since placements on 7 and on 8 of them have most in common: the
/// 72 tests there are of disjoint sets of keys, so that their p are to be uniformly distributed and
/// their statistics to add up.
class TierIndependenceTest {
  private static final int MAIN_NODES = 18;
  private static final int LEAST = 2;
  private static final int MOST = 64;
  private static final int SIZES = MOST - LEAST + 1;
  private static final int KEYS = 100_000;
  private static final double LEVEL = 0.01;

  /// For each kind of keys and each number of auxiliary nodes, from the least on: how many keys of
  /// which main node are on which of these.
  private static final Map<Keys, List<long[][]>> TABLES = new TreeMap<>();

  @BeforeAll
  static void place() {
    Arrays.stream(Keys.values())
        .parallel()
        .forEach(kind -> {
          List<long[][]> tables = tables(kind.of(KEYS));
          synchronized (TABLES) {
            TABLES.put(kind, tables);
          }
        });
  }

  private static List<long[][]> tables(List<String> keys) {
    Placement<String> main = placement(Tier.MAIN, MAIN_NODES);
    int[] owners = keys.stream().mapToInt(main::place).toArray();
    return sizes()
        .mapToObj(size -> {
          Placement<String> auxiliary = placement(Tier.AUXILIARY, size);
          long[][] table = new long[MAIN_NODES][size];
          for (int i = 0; i < owners.length; i++) {
            table[owners[i]][auxiliary.place(keys.get(i))]++;
          }
          return table;
        })
        .toList();
  }

  /// Both tiers have the same names, so that only the seeds tell them apart.
  private static Placement<String> placement(Tier tier, int nodes) {
    List<String> names = IntStream.range(0, nodes).mapToObj(i -> "node-" + i).toList();
    return Placement.of(tier.seed(), names, Function.identity());
  }

  private static IntStream sizes() {
    return IntStream.rangeClosed(LEAST, MOST);
  }

  @ParameterizedTest
  @EnumSource
  void one_hash_modulo_both_sizes_puts_all_keys_of_a_main_node_on_one_auxiliary_node(Keys kind) {
    for (int main = 0; main < 8; main++) {
      assertThat(occupied(kind, 8, main, 4)).containsExactly(main % 4);
    }
  }

  /// Of the auxiliary nodes only those can get keys whose number leaves the same remainder as that
  /// of the main node, by the greatest common divisor of both sizes. With 18 main nodes and 4
  /// auxiliary ones it is 2: for every main node, half of the auxiliary ones stay empty.
  @ParameterizedTest
  @CsvSource({"18, 4, 2", "6, 4, 2", "4, 8, 2", "8, 4, 1", "9, 4, 4"})
  void modulo_both_sizes_only_what_their_common_divisor_leaves_is_used(
      int mainNodes, int auxiliaryNodes, int used) {
    for (Keys kind : Keys.values()) {
      for (int main = 0; main < mainNodes; main++) {
        int divisor = auxiliaryNodes / used;
        int remainder = main % divisor;
        assertThat(occupied(kind, mainNodes, main, auxiliaryNodes))
            .hasSize(used)
            .allMatch(node -> node % divisor == remainder);
      }
    }
  }

  @Test
  void modulo_both_sizes_half_stay_empty_also_where_all_even_main_nodes_are_lost() {
    List<Integer> used =
        Stream.of(0, 2, 4, 6)
            .flatMap(main -> occupied(Keys.RANDOM, 8, main, 4).stream())
            .distinct()
            .sorted()
            .toList();

    assertThat(used).containsExactly(0, 2);
  }

  private static List<Integer> occupied(Keys kind, int mainNodes, int main, int auxiliaryNodes) {
    return kind.of(10_000).stream()
        .map(String::hashCode)
        .filter(hash -> Math.floorMod(hash, mainNodes) == main)
        .map(hash -> Math.floorMod(hash, auxiliaryNodes))
        .distinct()
        .sorted()
        .toList();
  }

  @Test
  void no_main_node_spreads_its_keys_less_evenly_than_the_worst_of_so_many_would_by_chance() {
    List<Double> all =
        sizes()
            .mapToObj(TierIndependenceTest::rows)
            .flatMap(List::stream)
            .map(row -> ChiSquareTest.withDefaults().test(row).getPValue())
            .toList();

    assertThat(all).hasSize(4_536);
    assertThat(all).allMatch(p -> p * 4_536 > LEVEL);
  }

  @Test
  void where_a_key_is_on_the_auxiliary_tier_does_not_depend_on_its_main_node() {
    List<Double> all =
        TABLES.values().stream()
            .flatMap(List::stream)
            .map(table -> ChiSquareTest.withDefaults().test(table).getPValue())
            .toList();

    assertThat(all).hasSize(252);
    assertThat(all).allMatch(p -> p * 252 > LEVEL);
  }

  @Test
  void for_each_size_the_p_of_all_main_nodes_are_uniformly_distributed() {
    List<Double> all =
        sizes()
            .mapToObj(size -> {
              double[] p =
                  rows(size).stream()
                      .mapToDouble(row -> ChiSquareTest.withDefaults().test(row).getPValue())
                      .toArray();
              return KolmogorovSmirnovTest.withDefaults().test(p, x -> x).getPValue();
            })
            .toList();

    assertThat(all).hasSize(SIZES).allMatch(p -> p * SIZES > LEVEL);
  }

  @Test
  void for_each_size_the_statistics_of_all_main_nodes_add_up_to_what_chance_gives() {
    List<Double> all =
        sizes()
            .mapToObj(size -> {
              List<long[]> rows = rows(size);
              double sum = rows.stream().mapToDouble(ChiSquareTest.withDefaults()::statistic).sum();
              return ChiSquaredDistribution.of(rows.size() * (size - 1.0)).survivalProbability(sum);
            })
            .toList();

    assertThat(all).hasSize(SIZES).allMatch(p -> p * SIZES > LEVEL);
  }

  /// The keys of each main node and each kind, by auxiliary node.
  private static List<long[]> rows(int size) {
    return TABLES.values().stream()
        .map(tables -> tables.get(size - LEAST))
        .flatMap(Arrays::stream)
        .toList();
  }
}
