package dev.millrace.bench.placement.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.placement.side.Placing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.fleet.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FallbackTest {
  private static final double[] ALIKE = {1, 1};

  @Test
  void the_worst_main_node_is_told() {
    Fallback fallback = Fallback.of(new long[][] {{50, 50}, {60, 40}}, ALIKE);

    // The statistic is 4, of one degree of freedom: 0.0455, and there are two main nodes.
    assertThat(fallback.p()).isCloseTo(0.091, within(1e-4));
    assertThat(fallback.empty()).isZero();
    assertThat(fallback.skew()).isEqualTo(1.2);
  }

  @Test
  void nodes_that_weigh_more_may_have_more() {
    Fallback fallback = Fallback.of(new long[][] {{100, 200}}, new double[] {1, 2});

    assertThat(fallback).isEqualTo(new Fallback(1, 0, 1));
  }

  @Test
  void a_node_without_keys_is_empty_and_a_main_node_without_keys_tells_nothing() {
    Fallback fallback = Fallback.of(new long[][] {{0, 90}, {0, 0}}, ALIKE);

    assertThat(fallback.p()).isLessThan(1e-10);
    assertThat(fallback.empty()).isEqualTo(1);
    assertThat(fallback.skew()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void ours_spreads_and_one_hash_modulo_both_sizes_does_not(Keys keys) {
    assertThat(fallback(Side.MILLRACE, keys).p()).isGreaterThan(0.01);
    assertThat(fallback(Side.HASH_CODE, keys).empty()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void a_hash_of_both_tiers_leaves_nodes_empty_and_one_of_another_seed_spreads(Keys keys) {
    assertThat(Side.values())
        .filteredOn(side -> side.isSeeded() && !side.isOurs() && side != Side.RING)
        .hasSize(5)
        .allSatisfy(side -> {
          assertThat(fallback(side, keys).empty()).isEqualTo(3);
          assertThat(fallback(side, keys, Tier.AUXILIARY).p()).isGreaterThan(0.01);
        });
  }

  private static Fallback fallback(Side side, Keys keys) {
    return fallback(side, keys, side.isOurs() ? Tier.AUXILIARY : Tier.MAIN);
  }

  private static Fallback fallback(Side side, Keys keys, Tier hash) {
    Placing main = side.on(Tier.MAIN, 8);
    Placing auxiliary = side.on(Tier.AUXILIARY, 4, hash);
    return Fallback.of(main, 8, auxiliary, side.weights(4), keys.of(20_000));
  }
}
