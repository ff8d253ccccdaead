package dev.millrace.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {
  @Test
  void every_other_round_goes_backwards() throws Exception {
    List<String> order = new ArrayList<>();

    Rounds<String, Integer> rounds =
        Rounds.interleaved(
            3,
            List.of("a", "b", "c"),
            side -> {
              order.add(side);
              return order.size();
            });

    assertThat(String.join("", order)).isEqualTo("abccbaabc");
    assertThat(rounds.samples())
        .isEqualTo(Map.of("a", List.of(1, 6, 7), "b", List.of(2, 5, 8), "c", List.of(3, 4, 9)));
    assertThat(rounds.spread("b", Integer::doubleValue)).isEqualTo(new Spread(5, 2, 8, 3));
  }

  @Test
  void of_two_sides_the_one_that_goes_first_alternates() throws Exception {
    List<String> order = new ArrayList<>();

    Rounds.interleaved(3, List.of("ours", "theirs"), order::add);

    assertThat(order).containsExactly("ours", "theirs", "theirs", "ours", "ours", "theirs");
  }
}
