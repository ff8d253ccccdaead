package dev.millrace.bench.placement.side;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
import com.google.common.hash.HashFunction;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.commons.lang3.builder.HashCodeBuilder;

/// Whose placement it is. Each is measured in a JVM of its own.
public enum Side {
  /// Ours.
  MILLRACE,
  /// Ours, where every second node weighs twice as much.
  MILLRACE_WEIGHTED,
  /// Ours, and the keys grouped by node.
  MILLRACE_SPLIT,
  /// hash4j's jump hash, over the hash that ours has for a key.
  JUMP,
  /// hash4j's JumpBackHash, over the same.
  JUMP_BACK,
  /// Guava's jump hash, over Guava's Murmur3.
  GUAVA,
  /// The ring of allgood-consistent-hash.
  RING,
  /// `hashCode` modulo the number of nodes.
  HASH_CODE,
  /// The same of commons-lang3's HashCodeBuilder.
  HASH_CODE_BUILDER,
  /// The same of the key without its last character.
  HASH_CODE_SHORTENED,
  /// The first 4 bytes of SHA-256 modulo the number of nodes.
  SHA_256_INT,
  /// The first 8.
  SHA_256_LONG;

  /// How keys are placed on the main tier where [#isRemedy] asks for it.
  public static final Side FIRST_THOUGHT = HASH_CODE;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it is ours.
  public boolean isOurs() {
    return this == MILLRACE || this == MILLRACE_WEIGHTED || this == MILLRACE_SPLIT;
  }

  /// Whether it is what an auxiliary tier is placed by once it has been seen that [#FIRST_THOUGHT]
  /// cannot be used for both.
  public boolean isRemedy() {
    return switch (this) {
      case HASH_CODE_BUILDER, HASH_CODE_SHORTENED, SHA_256_INT, SHA_256_LONG -> true;
      case MILLRACE, MILLRACE_WEIGHTED, MILLRACE_SPLIT, JUMP, JUMP_BACK, GUAVA, RING, HASH_CODE ->
          false;
    };
  }

  /// Whether its hash can be made another one by a seed or, that of a digest, by bytes ahead of the
  /// key.
  public boolean isSeeded() {
    return switch (this) {
      case MILLRACE,
          MILLRACE_WEIGHTED,
          MILLRACE_SPLIT,
          JUMP,
          JUMP_BACK,
          GUAVA,
          RING,
          SHA_256_INT,
          SHA_256_LONG ->
          true;
      case HASH_CODE, HASH_CODE_BUILDER, HASH_CODE_SHORTENED -> false;
    };
  }

  /// The share of each node, in proportion.
  public double[] weights(int nodes) {
    double[] weights = new double[nodes];
    Arrays.setAll(weights, i -> this == MILLRACE_WEIGHTED ? 1 + i % 2 : 1);
    return weights;
  }

  /// A placement on a tier as its user comes to it: ours asks for a seed and is given that of the
  /// tier, the others ask for none and have one hash for both tiers.
  public Placing on(Tier tier, int nodes) {
    return on(tier, nodes, isOurs() ? tier : Tier.MAIN);
  }

  /// A placement on a tier.
  ///
  /// @param hash the tier whose hash it has, of which there is one for both where it is not
  ///   [#isSeeded]
  public Placing on(Tier tier, int nodes, Tier hash) {
    return switch (this) {
      case MILLRACE, MILLRACE_WEIGHTED -> ours(tier, nodes, hash.seed())::place;
      case MILLRACE_SPLIT -> new Splitting(ours(tier, nodes, hash.seed()));
      case JUMP ->
          consistent(
              ConsistentHashing.jumpHash(PseudoRandomGeneratorProvider.splitMix64_V1()),
              nodes,
              hash.seed());
      case JUMP_BACK -> consistent(ConsistentHashing.jumpBackHashSplitMix64(), nodes, hash.seed());
      case GUAVA -> guava(nodes, (int) hash.seed());
      case RING -> Ring.of(names(tier, nodes), hash);
      case HASH_CODE -> modulo(String::hashCode, nodes);
      case HASH_CODE_BUILDER ->
          modulo(key -> new HashCodeBuilder().append(key).toHashCode(), nodes);
      case HASH_CODE_SHORTENED ->
          modulo(key -> key.substring(0, key.length() - 1).hashCode(), nodes);
      case SHA_256_INT -> Digesting.of(Integer.BYTES, nodes, hash);
      case SHA_256_LONG -> Digesting.of(Long.BYTES, nodes, hash);
    };
  }

  private Placement<String> ours(Tier tier, int nodes, long seed) {
    List<String> names = names(tier, nodes);
    double[] weights = weights(nodes);
    return Placement.weighted(
        seed, names, Function.identity(), name -> weights[names.indexOf(name)]);
  }

  /// Of one length, so that their order is that of their numbers.
  private static List<String> names(Tier tier, int nodes) {
    return IntStream.range(0, nodes).mapToObj(i -> "%s-%04d".formatted(tier, i)).toList();
  }

  private static Placing consistent(ConsistentBucketHasher buckets, int nodes, long seed) {
    Hasher64 hasher = com.dynatrace.hash4j.hashing.Hashing.xxh3_64(seed);
    return key -> buckets.getBucket(hasher.hashCharsToLong(key), nodes);
  }

  private static Placing guava(int nodes, int seed) {
    HashFunction hasher = com.google.common.hash.Hashing.murmur3_128(seed);
    return key ->
        com.google.common.hash.Hashing.consistentHash(hasher.hashUnencodedChars(key), nodes);
  }

  private static Placing modulo(ToIntFunction<String> hash, int nodes) {
    return key -> Math.floorMod(hash.applyAsInt(key), nodes);
  }
}
