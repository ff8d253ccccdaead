package dev.millrace.bench.placement.side;

import dev.millrace.fleet.Tier;
import java.util.List;
import org.ishugaliy.allgood.consistent.hash.HashRing;
import org.ishugaliy.allgood.consistent.hash.hasher.DefaultHasher;
import org.ishugaliy.allgood.consistent.hash.hasher.Hasher;
import org.ishugaliy.allgood.consistent.hash.node.Node;

/// A ring of hashes as its library makes it: 1,000 points for each node, by Murmur3, which for the
/// auxiliary tier can have another seed.
record Ring(HashRing<Point> ring) implements Placing {
  /// A node of the ring, with its number.
  private record Point(String name, int number) implements Node {
    @Override
    public String getKey() {
      return name;
    }
  }

  /// @param hash the tier whose hash it has
  static Ring of(List<String> names, Tier hash) {
    HashRing<Point> ring = HashRing.<Point>newBuilder().hasher(hasher(hash)).build();
    for (int i = 0; i < names.size(); i++) {
      ring.add(new Point(names.get(i), i));
    }
    return new Ring(ring);
  }

  private static Hasher hasher(Tier hash) {
    return switch (hash) {
      case MAIN -> DefaultHasher.MURMUR_3;
      case AUXILIARY -> (key, seed) -> DefaultHasher.MURMUR_3.hash(key, seed + (int) hash.seed());
    };
  }

  @Override
  public int place(String key) {
    return ring.locate(key).orElseThrow().number();
  }
}
