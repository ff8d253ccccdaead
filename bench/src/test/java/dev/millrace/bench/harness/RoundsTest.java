package dev.millrace.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  @Test
  void the_side_that_goes_first_alternates() throws Exception {
    List<String> order = new ArrayList<>();

    Rounds<String> rounds =
        Rounds.interleaved(3, () -> taken(order, "ours"), () -> taken(order, "theirs"));

    assertThat(order).containsExactly("ours", "theirs", "theirs", "ours", "ours", "theirs");
    assertThat(rounds.ours()).containsExactly("ours", "ours", "ours");
    assertThat(rounds.theirs()).containsExactly("theirs", "theirs", "theirs");
  }

  private static String taken(List<String> order, String side) {
    order.add(side);
    return side;
  }
}
