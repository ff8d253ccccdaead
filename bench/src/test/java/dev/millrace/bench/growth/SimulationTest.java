package dev.millrace.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long SLICES = 123_456;

  private final Simulation simulation = new Simulation(_ -> {});
  private final Fleet fleet = Fleet.of(Tier.MAIN, 7);

  @Test
  void every_slice_is_placed_once_and_where_a_string_of_the_same_text_is() {
    long[] expected = new long[7];
    LongStream.range(0, SLICES)
        .mapToObj("lake/events/part-%08x.parquet"::formatted)
        .forEach(key -> expected[fleet.placement().place(key)]++);

    assertThat(simulation.load(fleet, SLICES)).containsExactly(expected);
  }

  @Test
  void what_joins_takes_from_others_and_nothing_else_moves() {
    Fleet joined = fleet.joined();

    Moves moves = simulation.moves(fleet, joined, joined.nodes().getLast(), SLICES);

    assertThat(moves.moved()).isEqualTo(moves.owned()).isPositive();
    assertThat(moves.stray()).isZero();
    assertThat(moves.owned()).isEqualTo(simulation.load(joined, SLICES)[7]);
  }

  @Test
  void what_leaves_gives_up_what_it_had_and_nothing_else_moves() {
    Moves moves = simulation.moves(fleet, fleet.left(), fleet.nodes().getFirst(), SLICES);

    assertThat(moves.moved()).isEqualTo(moves.owned());
    assertThat(moves.stray()).isZero();
    assertThat(moves.owned()).isEqualTo(simulation.load(fleet, SLICES)[0]);
  }

  @Test
  void moves_that_need_not_be_are_seen() {
    Placement<Node> other = Placement.of(1, fleet.nodes(), Node::name);

    Moves moves =
        simulation.moves(
            fleet,
            new Fleet(Tier.MAIN, fleet.nodes(), other),
            fleet.joined().nodes().getLast(),
            SLICES);

    assertThat(moves.stray()).isEqualTo(moves.moved()).isPositive();
    assertThat(moves.owned()).isZero();
  }

  @Test
  void the_slices_of_a_lost_node_are_all_on_each_auxiliary_tier() {
    long lost = simulation.load(fleet, SLICES)[0];

    List<long[]> fallbacks = simulation.fallbacks(fleet, SLICES);

    assertThat(fallbacks).hasSize(63);
    assertThat(fallbacks).extracting(counts -> counts.length).startsWith(2, 3).endsWith(63, 64);
    assertThat(fallbacks).extracting(counts -> Arrays.stream(counts).sum()).containsOnly(lost);
  }
}
