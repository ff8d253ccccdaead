package dev.millrace.fleet.placement;

import static dev.millrace.fleet.placement.Loads.MANY;
import static dev.millrace.fleet.placement.Loads.chiSquare;
import static dev.millrace.fleet.placement.Loads.key;
import static dev.millrace.fleet.placement.Loads.loads;
import static dev.millrace.fleet.placement.Loads.names;
import static dev.millrace.fleet.placement.Loads.rarely;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Members of which some weigh more than others.
final class WeightedPlacementTest {
  private static final Map<String, Double> WEIGHTS =
      Map.of("gw-1", 1.0, "gw-2", 2.0, "gw-3", 4.0, "gw-4", 0.5, "gw-5", 0.01, "gw-6", 1.0);

  @Test
  void each_member_has_a_share_in_proportion_to_its_weight() {
    Placement<String> placement = of(WEIGHTS);
    double[] shares = placement.members().stream().mapToDouble(WEIGHTS::get).toArray();

    assertThat(chiSquare(loads(placement), shares)).isLessThan(rarely(5));
  }

  @Test
  void who_weighs_more_than_before_takes_its_part_of_all_keys_and_no_other_moves() {
    Placement<String> before = Placement.of(7, names(18), Function.identity());
    Placement<String> after =
        Placement.weighted(7, names(18), Function.identity(), n -> n.equals("gw-3") ? 2 : 1);
    int taken = 0;
    int givenBack = 0;
    for (int number = 0; number < MANY; number++) {
      String light = before.owner(key(number));
      String heavy = after.owner(key(number));
      if (!light.equals(heavy)) {
        taken += heavy.equals("gw-3") ? 1 : 0;
        givenBack += heavy.equals("gw-3") ? 0 : 1;
      }
    }

    assertThat(givenBack).isZero();
    assertThat(taken / (MANY * (2 / 19.0 - 1 / 18.0))).isBetween(0.95, 1.05);
  }

  @Test
  void a_member_that_joins_those_of_other_weights_moves_its_share_and_no_other_key() {
    Placement<String> after = of(WEIGHTS);
    Placement<String> before =
        Placement.weighted(
            7,
            WEIGHTS.keySet().stream().filter(name -> !name.equals("gw-2")).toList(),
            Function.identity(),
            WEIGHTS::get);
    int moved = 0;
    for (int number = 0; number < MANY; number++) {
      String owner = after.owner(key(number));
      if (!owner.equals(before.owner(key(number)))) {
        assertThat(owner).isEqualTo("gw-2");
        moved++;
      }
    }

    assertThat(moved / (MANY * 2 / 8.51)).isBetween(0.95, 1.05);
  }

  @Test
  void members_that_all_weigh_2_have_the_keys_that_they_have_where_all_weigh_1() {
    Placement<String> ones = Placement.of(7, names(18), Function.identity());
    Placement<String> twos = Placement.weighted(7, names(18), Function.identity(), _ -> 2.0);

    for (int number = 0; number < 10_000; number++) {
      assertThat(twos.place(key(number))).isEqualTo(ones.place(key(number)));
    }
  }

  @Test
  void between_members_of_one_weight_keys_lie_as_they_do_where_all_weigh_alike() {
    Placement<String> alike = Placement.of(7, names(18), Function.identity());
    Placement<String> weighted =
        Placement.weighted(7, names(19), Function.identity(), n -> n.equals("gw-19") ? 0.01 : 1);

    for (int number = 0; number < 100_000; number++) {
      assertThat(weighted.owner(key(number), name -> !name.equals("gw-19")))
          .isEqualTo(alike.owner(key(number)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        9e-101,
        2e100,
        Double.MIN_VALUE,
        Double.MAX_VALUE
      })
  void a_weight_that_is_no_share_is_refused(double weight) {
    Map<String, Double> weights = Map.of("gw-1", 1.0, "gw-2", weight);

    assertThatThrownBy(() -> of(weights))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("gw-2", Double.toString(weight));
  }

  private static Placement<String> of(Map<String, Double> weights) {
    return Placement.weighted(7, weights.keySet(), Function.identity(), weights::get);
  }
}
