package dev.millrace.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void every_other_round_goes_backwards() throws Exception {
    List<String> order = new ArrayList<>();

    Turns<String> turns =
        Turns.taken(
            3,
            List.of("a", "b", "c"),
            side -> {
              order.add(side);
              return order.size();
            });

    assertThat(String.join("", order)).isEqualTo("abccbaabc");
    assertThat(turns.spread("b")).isEqualTo(new Spread(5, 2, 8, 3));
  }
}
