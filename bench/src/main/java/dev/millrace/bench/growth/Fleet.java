package dev.millrace.bench.growth;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Placement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Nodes of one tier that weigh alike, and how keys are placed on them.
record Fleet(Tier tier, List<Node> nodes, Placement<Node> placement) {
  private static final int PORT = 8444;

  static Fleet of(Tier tier, int nodes) {
    return of(tier, IntStream.range(0, nodes).mapToObj(number -> node(tier, number)).toList());
  }

  private static Fleet of(Tier tier, List<Node> nodes) {
    return new Fleet(tier, nodes, Placement.of(tier.seed(), nodes, Node::name));
  }

  private static Node node(Tier tier, int number) {
    String host = "10.0.%d.%d".formatted(number >> 8, number & 0xFF);
    return new Node("gateway-%04d".formatted(number), host, PORT, tier, 1);
  }

  int size() {
    return nodes.size();
  }

  /// One node more.
  Fleet joined() {
    return of(tier, Stream.concat(nodes.stream(), Stream.of(node(tier, size()))).toList());
  }

  /// All but the first node.
  Fleet left() {
    return of(tier, nodes.subList(1, size()));
  }
}
