package dev.millrace.bench.placement.side;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Tier;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SideTest {
  @ParameterizedTest
  @EnumSource(Side.class)
  void every_node_gets_keys_and_no_other_number_is_told(Side side) {
    Placing placing = side.on(Tier.MAIN, 18);

    List<Integer> nodes =
        IntStream.range(0, 5_000).mapToObj(i -> placing.place("key-" + i)).distinct().toList();

    assertThat(nodes).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 18).boxed().toList());
  }

  @Test
  void a_weight_that_is_twice_as_large_draws_twice_as_many_keys() {
    Placing placing = Side.MILLRACE_WEIGHTED.on(Tier.MAIN, 2);

    long second = IntStream.range(0, 30_000).filter(i -> placing.place("key-" + i) == 1).count();

    assertThat(second).isBetween(19_500L, 20_500L);
  }

  /// FIPS 180-2, appendix B.1: the digest of `abc` begins with ba7816bf 8f01cfea.
  @Test
  void digests_are_taken_modulo_by_their_first_bytes() {
    assertThat(Side.SHA_256_INT.on(Tier.MAIN, 18).place("abc"))
        .isEqualTo(Math.floorMod(0xba7816bf, 18));
    assertThat(Side.SHA_256_LONG.on(Tier.MAIN, 18).place("abc"))
        .isEqualTo(Math.floorMod(0xba7816bf8f01cfeaL, 18));
  }

  @Test
  void the_builder_only_adds_a_number_to_the_hash_code() {
    Placing builder = Side.HASH_CODE_BUILDER.on(Tier.MAIN, 4);
    Placing plain = Side.HASH_CODE.on(Tier.MAIN, 4);

    assertThat(IntStream.range(0, 1_000).mapToObj("key-%d"::formatted))
        .allMatch(key -> builder.place(key) == (plain.place(key) + 17 * 37) % 4);
  }
}
