package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterTest {
  private static final Node ONE = Node.of("gw-1", "10.0.0.1", 8444);
  private static final Node TWO = Node.of("gw-2", "10.0.0.2", 8444);

  private final Roster roster = new Roster(Duration.ofNanos(10));

  @Test
  void a_node_that_is_present_is_listed_at_once() {
    assertThat(roster.next(List.of(), List.of(TWO, ONE), 0)).containsExactlyInAnyOrder(ONE, TWO);
  }

  @Test
  void a_node_that_is_missing_stays_for_the_absence() {
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 100)).contains(TWO);
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 109)).contains(TWO);
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 110)).containsExactly(ONE);
  }

  @Test
  void an_absence_that_is_over_is_due_until_it_is_acted_on() {
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 100)).contains(TWO);
    assertThat(roster.isDue(109)).isFalse();
    assertThat(roster.isDue(110)).isTrue();
    assertThat(roster.next(List.of(ONE), List.of(ONE), 110)).containsExactly(ONE);
    assertThat(roster.isDue(111)).isFalse();
  }

  @Test
  void a_node_that_comes_back_is_missing_from_the_next_time_on_only() {
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 100)).contains(TWO);
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE, TWO), 105)).contains(TWO);
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 110)).contains(TWO);
  }

  @Test
  void who_forgets_counts_anew() {
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 100)).contains(TWO);
    roster.forget();
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 110)).contains(TWO);
    assertThat(roster.next(List.of(ONE, TWO), List.of(ONE), 120)).containsExactly(ONE);
  }

  @Test
  void a_node_is_listed_as_it_is_now() {
    Node moved = Node.of("gw-1", "10.0.0.9", 8444);
    assertThat(roster.next(List.of(ONE), List.of(moved), 0)).containsExactly(moved);
  }

  @Test
  void who_is_present_has_its_address_before_who_is_missing() {
    Node renamed = Node.of("gw-9", ONE.host(), ONE.port());
    assertThat(roster.next(List.of(ONE, TWO), List.of(renamed, TWO), 0))
        .containsExactlyInAnyOrder(renamed, TWO);
  }

  @Test
  void who_is_listed_has_its_address_before_who_is_not() {
    Node earlier = Node.of("gw-0", ONE.host(), ONE.port());
    assertThat(roster.next(List.of(ONE), List.of(earlier, ONE), 0)).containsExactly(ONE);
    assertThat(roster.next(List.of(), List.of(ONE, earlier), 0)).containsExactly(earlier);
  }
}
