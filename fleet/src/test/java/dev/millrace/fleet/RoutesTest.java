package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.placement.Loads;
import dev.millrace.fleet.placement.Placement;
import dev.millrace.fleet.placement.Rank;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RoutesTest {
  private static final List<Node> MAIN = nodes("gw-", 8, Tier.MAIN);
  private static final List<Node> AUXILIARY = nodes("aux-", 4, Tier.AUXILIARY);
  private static final List<String> KEYS =
      IntStream.range(0, 40_000).mapToObj(number -> "bucket/object-" + number).toList();

  private final Members members =
      new Members(7, Stream.concat(MAIN.stream(), AUXILIARY.stream()).toList());
  private final Routes routes = new Routes(members);

  @Test
  void keys_live_on_the_main_tier() {
    Placement<Node> main = routes.placement(Tier.MAIN);

    assertThat(routes.members()).isSameAs(members);
    assertThat(main.members()).isEqualTo(MAIN);
    assertThat(routes.placement(Tier.AUXILIARY).members()).isEqualTo(AUXILIARY);
    assertThat(KEYS).allMatch(key -> main.owner(key).equals(routes.route(key, _ -> true)));
  }

  @Test
  void the_keys_of_a_missing_owner_spread_evenly_over_the_auxiliary_tier_and_no_other_moves() {
    Placement<Node> auxiliary = routes.placement(Tier.AUXILIARY);
    for (Node missing : MAIN) {
      long[] taken = new long[AUXILIARY.size()];
      for (String key : KEYS) {
        Node owner = routes.route(key, _ -> true);
        Node route = routes.route(key, isNot(missing));
        if (owner.equals(missing)) {
          assertThat(route).isEqualTo(auxiliary.owner(key));
          taken[AUXILIARY.indexOf(route)]++;
        } else {
          assertThat(route).isEqualTo(owner);
        }
      }
      assertThat(Loads.chiSquare(taken)).isLessThan(Loads.rarely(taken.length - 1));
    }
  }

  @Test
  void where_a_node_of_the_auxiliary_tier_is_missing_too_the_next_of_that_tier_is_asked() {
    for (String key : KEYS.subList(0, 1000)) {
      Node owner = routes.placement(Tier.MAIN).owner(key);
      List<Rank<Node>> ranking = routes.placement(Tier.AUXILIARY).ranking(key);

      assertThat(routes.route(key, isNot(owner, ranking.getFirst().member())))
          .isEqualTo(ranking.get(1).member());
    }
  }

  @Test
  void where_the_auxiliary_tier_is_missing_the_next_of_the_main_tier_is_asked() {
    Predicate<Node> onMain = node -> node.tier() == Tier.MAIN;
    Routes without = new Routes(new Members(7, MAIN));
    for (String key : KEYS.subList(0, 1000)) {
      List<Rank<Node>> ranking = routes.placement(Tier.MAIN).ranking(key);
      Predicate<Node> isNotOwner = isNot(ranking.getFirst().member());

      Node next = ranking.get(1).member();
      assertThat(routes.route(key, isNotOwner.and(onMain))).isEqualTo(next);
      assertThat(without.route(key, isNotOwner)).isEqualTo(next);
      assertThat(without.route(key, _ -> true)).isEqualTo(ranking.getFirst().member());
    }
  }

  @Test
  void where_no_node_is_available_there_is_no_route() {
    assertThat(routes.route("key", _ -> false)).isNull();
    assertThat(new Routes(Members.none()).route("key", _ -> true)).isNull();
  }

  @Test
  void a_node_takes_keys_in_proportion_to_its_weight() {
    Node heavy = new Node("gw-9", "10.0.1.9", 8444, Tier.MAIN, 4);
    Routes heavier =
        new Routes(new Members(8, Stream.concat(MAIN.stream(), Stream.of(heavy)).toList()));
    long taken = KEYS.stream().filter(key -> heavy.equals(heavier.route(key, _ -> true))).count();

    assertThat(taken / (KEYS.size() * 4 / 12.0)).isBetween(0.97, 1.03);
  }

  @Test
  void the_tiers_have_the_seeds_that_all_releases_know() {
    assertThat(Tier.MAIN.seed()).isEqualTo(0x6D61696E20746965L);
    assertThat(Tier.AUXILIARY.seed()).isEqualTo(0x617578696C696172L);
  }

  private static Predicate<Node> isNot(Node... missing) {
    Set<Node> all = Set.of(missing);
    return node -> !all.contains(node);
  }

  private static List<Node> nodes(String prefix, int count, Tier tier) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> new Node(prefix + number, prefix + number + ".example", 8444, tier, 1))
        .toList();
  }
}
