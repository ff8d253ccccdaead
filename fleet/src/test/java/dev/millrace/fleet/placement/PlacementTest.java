package dev.millrace.fleet.placement;

import static dev.millrace.fleet.placement.Loads.MANY;
import static dev.millrace.fleet.placement.Loads.chiSquare;
import static dev.millrace.fleet.placement.Loads.counts;
import static dev.millrace.fleet.placement.Loads.key;
import static dev.millrace.fleet.placement.Loads.loads;
import static dev.millrace.fleet.placement.Loads.names;
import static dev.millrace.fleet.placement.Loads.rarely;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// Members that weigh alike.
final class PlacementTest {
  private static final long SEED = 7;

  @Test
  void the_fullest_of_18_members_has_at_most_2_percent_more_than_the_mean() {
    long most = LongStream.of(loads(of(names(18)))).max().orElseThrow();

    assertThat(most / (MANY / 18.0)).isLessThanOrEqualTo(1.02);
  }

  @Test
  void the_19th_member_takes_its_share_of_the_keys_and_no_other_key_moves() {
    Placement<String> before = of(names(18));
    Placement<String> after = of(names(19));
    int moved = 0;
    for (int number = 0; number < MANY; number++) {
      String owner = after.owner(key(number));
      if (!owner.equals(before.owner(key(number)))) {
        assertThat(owner).isEqualTo("gw-19");
        moved++;
      }
    }

    assertThat(moved / (MANY / 19.0)).isBetween(0.95, 1.05);
  }

  @Test
  void of_18_members_one_that_leaves_takes_along_no_key_but_its_own() {
    Placement<String> before = of(names(18));
    Placement<String> after = of(names(17));
    int moved = 0;
    for (int number = 0; number < MANY; number++) {
      String owner = before.owner(key(number));
      if (!owner.equals(after.owner(key(number)))) {
        assertThat(owner).isEqualTo("gw-18");
        moved++;
      }
    }

    assertThat(moved / (MANY / 18.0)).isBetween(0.95, 1.05);
  }

  @Test
  void the_keys_of_a_member_that_leaves_spread_evenly_over_all_who_are_left() {
    Placement<String> before = of(names(18));
    Placement<String> after = of(names(17));
    List<String> orphans =
        IntStream.range(0, MANY).mapToObj(Loads::key).filter(isOf(before, "gw-18")).toList();

    long[] loads = counts(orphans.size(), 17, i -> after.place(orphans.get(i)));
    assertThat(chiSquare(loads)).isLessThan(rarely(16));
  }

  private static Predicate<String> isOf(Placement<String> at, String owner) {
    return key -> owner.equals(at.owner(key));
  }

  @Property(tries = 300, seed = "1")
  void a_key_of_a_member_that_leaves_goes_to_the_second_in_its_ranking(
      @ForAll("members") Set<String> names, @ForAll String key) {
    Placement<String> before = of(names);
    List<String> ranking = order(before, key);
    for (String leaver : names) {
      Placement<String> after = of(names.stream().filter(name -> !name.equals(leaver)).toList());
      List<String> rest = new ArrayList<>(ranking);
      rest.remove(leaver);
      assertThat(order(after, key)).isEqualTo(rest);
      assertThat(after.owner(key)).isEqualTo(rest.isEmpty() ? null : rest.getFirst());
    }
  }

  @Property(tries = 300, seed = "2")
  void the_order_in_which_members_are_given_does_not_matter(
      @ForAll("members") Set<String> names, @ForAll String key, @ForAll Random random) {
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, random);

    assertThat(of(shuffled).members()).isSorted().isEqualTo(of(names).members());
    assertThat(of(shuffled).ranking(key)).isEqualTo(of(names).ranking(key));
    assertThat(of(shuffled).place(key)).isEqualTo(of(names).place(key));
  }

  @Property(tries = 300, seed = "3")
  void the_owner_is_the_first_of_the_ranking_that_is_available(
      @ForAll("members") Set<String> names, @ForAll String key, @ForAll Random random) {
    Placement<String> placement = of(names);
    List<String> ranking = order(placement, key);
    assertThat(ranking).containsExactlyInAnyOrderElementsOf(names);
    assertThat(placement.owner(key)).isEqualTo(ranking.getFirst());
    assertThat(placement.members().get(placement.place(key))).isEqualTo(ranking.getFirst());

    List<String> available = ranking.stream().filter(_ -> random.nextBoolean()).toList();
    assertThat(placement.owner(key, available::contains))
        .isEqualTo(available.isEmpty() ? null : available.getFirst());
  }

  @Property(tries = 100, seed = "4")
  void a_key_is_placed_by_its_characters_whatever_holds_them(
      @ForAll("members") Set<String> names, @ForAll @Size(max = 300) List<Character> letters) {
    StringBuilder key = new StringBuilder();
    letters.forEach(key::append);

    assertThat(of(names).place(key)).isEqualTo(of(names).place(key.toString()));
  }

  @Test
  void scores_fall_along_a_ranking() {
    for (int number = 0; number < 1000; number++) {
      List<Double> scores = of(names(9)).ranking(key(number)).stream().map(Rank::score).toList();
      assertThat(scores)
          .isSortedAccordingTo(Collections.reverseOrder())
          .allMatch(score -> score > 0);
    }
  }

  @Test
  void without_members_no_key_has_an_owner() {
    Placement<String> empty = of(List.of());

    assertThat(empty.place("key")).isEqualTo(-1);
    assertThat(empty.owner("key")).isNull();
    assertThat(empty.owner("key", _ -> true)).isNull();
    assertThat(empty.ranking("key")).isEmpty();
    assertThat(empty.members()).isEmpty();
  }

  @Test
  void two_members_of_one_name_are_refused() {
    assertThatThrownBy(() -> of(List.of("gw-1", "gw-2", "gw-1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gw-1");
  }

  @Test
  void placements_with_other_seeds_are_independent() {
    Placement<String> on8 = Placement.of(1, names(8), UnaryOperator.identity());
    Placement<String> on4 = Placement.of(2, names(4), UnaryOperator.identity());
    long[] pairs = counts(MANY, 8 * 4, i -> on8.place(key(i)) * 4 + on4.place(key(i)));

    assertThat(chiSquare(pairs)).isLessThan(rarely(8 * 4 - 1));
  }

  @Test
  void placing_allocates_nothing() {
    List<String> keys =
        IntStream.range(0, 10_000)
            .mapToObj(number -> number % 10 == 0 ? key(number).repeat(20) : key(number))
            .toList();
    Placement<String> weighted =
        Placement.weighted(SEED, names(18), name -> name, name -> name.endsWith("1") ? 2.5 : 1);

    assertThat(allocatedByPlacing(keys, of(names(18)))).isZero();
    assertThat(allocatedByPlacing(keys, weighted)).isZero();
  }

  /// The least of several rounds, of which the first may load classes.
  private static long allocatedByPlacing(List<String> keys, Placement<String> placement) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String[] all = keys.toArray(String[]::new);
    int[] owners = new int[all.length];
    long[] rounds = new long[10];
    for (int round = 0; round < rounds.length; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < all.length; i++) {
        owners[i] = placement.place(all[i]);
      }
      rounds[round] = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(Arrays.stream(owners).distinct().count()).isEqualTo(18);
    return LongStream.of(rounds).min().orElseThrow();
  }

  @Provide
  static Arbitrary<Set<String>> members() {
    return Arbitraries.strings().ascii().ofMaxLength(12).set().ofMinSize(1).ofMaxSize(20);
  }

  private static Placement<String> of(Collection<String> names) {
    return Placement.of(SEED, names, UnaryOperator.identity());
  }

  private static List<String> order(Placement<String> placement, String key) {
    return placement.ranking(key).stream().map(Rank::member).toList();
  }
}
