package dev.millrace.fleet.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.millrace.fleet.Tier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Keys are placed as [Placement] says, by whoever follows what it says.
final class DocumentedPlacementTest {
  private static final Map<String, Double> FLEET =
      Map.of("gw-1", 1.0, "gw-2", 1.0, "gw-3", 2.0, "gw-4", 1.0, "gw-5", 0.5);

  /// Computed with Python and its package xxhash. Nodes of two releases must agree on them.
  @ParameterizedTest
  @CsvSource({
    "'',                          gw-1, gw-1, gw-4",
    "a,                           gw-5, gw-5, gw-1",
    "/,                           gw-2, gw-2, gw-3",
    "bucket/object,               gw-4, gw-3, gw-5",
    "photos/2026/11/23/0001.jpg,  gw-1, gw-1, gw-4",
    "logs/part-00000.parquet,     gw-2, gw-3, gw-4",
    "ключ,                        gw-4, gw-3, gw-2",
    "鍵/🔑,                        gw-1, gw-1, gw-4",
    "key-1,                       gw-3, gw-3, gw-5",
    "key-2,                       gw-2, gw-2, gw-4",
    "key-3,                       gw-5, gw-1, gw-3",
    "key-4,                       gw-2, gw-3, gw-3",
    "key-5,                       gw-1, gw-3, gw-4"
  })
  void keys_lie_where_another_program_places_them(
      String key, String onMain, String onMainByWeight, String onAuxiliary) {
    assertOwners(key, onMain, onMainByWeight, onAuxiliary);
  }

  @ParameterizedTest
  @CsvSource("300, gw-4, gw-4, gw-5")
  void a_long_key_lies_where_another_program_places_it(
      int length, String onMain, String onMainByWeight, String onAuxiliary) {
    assertOwners("x".repeat(length), onMain, onMainByWeight, onAuxiliary);
  }

  private static void assertOwners(
      String key, String onMain, String onMainByWeight, String onAuxiliary) {
    assertThat(alike(Tier.MAIN).owner(key)).isEqualTo(onMain);
    assertThat(alike(Tier.AUXILIARY).owner(key)).isEqualTo(onAuxiliary);
    assertThat(weighted(Tier.MAIN.seed(), FLEET).owner(key)).isEqualTo(onMainByWeight);
  }

  private static Placement<String> alike(Tier tier) {
    return Placement.of(tier.seed(), FLEET.keySet(), Function.identity());
  }

  @Property(tries = 2000, seed = "1")
  void members_rank_by_the_documented_score(
      @ForAll long seed,
      @ForAll("fleets") Map<String, Double> weights,
      @ForAll String key,
      @ForAll Random random) {
    Placement<String> placement = weighted(seed, weights);
    List<String> ranking = Score.ranking(seed, weights, key);

    assertThat(placement.ranking(key).stream().map(Rank::member)).isEqualTo(ranking);
    assertThat(placement.owner(key)).isEqualTo(ranking.getFirst());
    List<String> available = ranking.stream().filter(_ -> random.nextBoolean()).toList();
    assertThat(placement.owner(key, available::contains))
        .isEqualTo(available.isEmpty() ? null : available.getFirst());
    for (Rank<String> rank : placement.ranking(key)) {
      assertThat(rank.weight()).isEqualTo(weights.get(rank.member()));
      assertThat(rank.score()).isEqualTo(Score.of(seed, rank.member(), rank.weight(), key).score());
    }
  }

  @Provide
  static Arbitrary<Map<String, Double>> fleets() {
    Arbitrary<Double> weights =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(0.01, 100),
            Arbitraries.of(0.5, 1.0, 2.0),
            Arbitraries.doubles().between(1e-100, 1e100).ofScale(100),
            Arbitraries.of(1e-100, 1e100));
    return Arbitraries.maps(Arbitraries.strings().ofMaxLength(70), weights)
        .ofMinSize(1)
        .ofMaxSize(20);
  }

  private static Placement<String> weighted(long seed, Map<String, Double> weights) {
    return Placement.weighted(seed, weights.keySet(), Function.identity(), weights::get);
  }

  /// The formula as it stands in the documentation.
  private record Score(String member, double score, long draw) {
    static Score of(long seed, String member, double weight, String key) {
      Hasher64 hasher = Hashing.xxh3_64(seed);
      byte[] both = new byte[16];
      ByteBuffer.wrap(both)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(hasher.hashBytesToLong(utf16(key)))
          .putLong(hasher.hashBytesToLong(utf16(member)));
      long draw = hasher.hashBytesToLong(both);
      double uniform = ((draw >>> 12) + 0.5) / Math.pow(2, 52);
      return new Score(member, weight / -StrictMath.log(uniform), draw);
    }

    static List<String> ranking(long seed, Map<String, Double> weights, String key) {
      return weights.entrySet().stream()
          .map(each -> of(seed, each.getKey(), each.getValue(), key))
          .sorted(
              Comparator.comparingDouble(Score::score)
                  .thenComparing(Score::draw, Long::compareUnsigned)
                  .reversed())
          .map(Score::member)
          .toList();
    }

    /// As they are, half a pair of surrogates too, which a charset would replace.
    private static byte[] utf16(String text) {
      byte[] bytes = new byte[2 * text.length()];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().put(text);
      return bytes;
    }
  }
}
