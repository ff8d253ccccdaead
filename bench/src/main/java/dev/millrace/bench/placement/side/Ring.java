package dev.millrace.bench.placement.side;

import java.util.List;
import org.ishugaliy.allgood.consistent.hash.HashRing;
import org.ishugaliy.allgood.consistent.hash.node.Node;

/// A ring of hashes as its library makes it: 1,000 points for each node, by MetroHash.
record Ring(HashRing<Point> ring) implements Placing {
  /// A node of the ring, with its number.
  private record Point(String name, int number) implements Node {
    @Override
    public String getKey() {
      return name;
    }
  }

  static Ring of(List<String> names) {
    HashRing<Point> ring = HashRing.<Point>newBuilder().build();
    for (int i = 0; i < names.size(); i++) {
      ring.add(new Point(names.get(i), i));
    }
    return new Ring(ring);
  }

  @Override
  public int place(String key) {
    return ring.locate(key).orElseThrow().number();
  }
}
