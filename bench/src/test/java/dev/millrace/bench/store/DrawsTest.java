package dev.millrace.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static final int MANY = 1_000_000;

  @Test
  void one_in_twenty_is_a_put_and_all_are_of_known_keys() {
    Draws draws = new Draws(1000);

    assertThat(IntStream.range(0, MANY).map(draws::at).filter(draw -> draw < 0).count())
        .isCloseTo(MANY / 20, within(1000L));
    assertThat(IntStream.range(0, MANY).map(draws::at).map(draw -> draw < 0 ? ~draw : draw))
        .allMatch(key -> key < 1000);
  }

  @Test
  void who_comes_to_the_end_begins_again() {
    Draws draws = new Draws(1000);
    int count = 2 * Draws.start(1, 2);

    assertThat(draws.at(count + 7)).isEqualTo(draws.at(7));
    assertThat(draws.at(Integer.MIN_VALUE + 7)).isEqualTo(draws.at(7));
  }
}
