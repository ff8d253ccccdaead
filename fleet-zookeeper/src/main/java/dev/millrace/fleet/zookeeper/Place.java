package dev.millrace.fleet.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.fleet.Node;
import java.util.List;
import java.util.UUID;

/// What a node writes into its place: itself, then which of its runs it is, each on a line.
record Place(Node node, UUID run) {
  byte[] encode() {
    return (node + "\n" + run + "\n").getBytes(UTF_8);
  }

  /// @throws IllegalArgumentException if these are not the bytes of a place
  static Place decode(byte[] stored) {
    List<String> lines = new String(stored, UTF_8).lines().toList();
    if (lines.size() != 2) {
      throw new IllegalArgumentException("no place of a node");
    }
    return new Place(Node.parse(lines.getFirst()), UUID.fromString(lines.getLast()));
  }
}
