package dev.millrace.bench.growth;

import java.util.List;

/// How large it gets.
///
/// @param fleets numbers of nodes, the least first
/// @param slices how many are placed to see the load of each node
/// @param sample how many of these are placed again once a node has joined or left
/// @param rounds how often the time of a placement is taken
record Scale(List<Integer> fleets, long slices, long sample, int rounds) {
  static final Scale FULL =
      new Scale(List.of(5, 18, 50, 100, 300, 1_000), 100_000_000, 10_000_000, 15);
  static final Scale QUICK = new Scale(List.of(5, 18, 50, 100), 1_000_000, 1_000_000, 5);

  @Override
  public String toString() {
    return "scale:   %,d slices for loads, %,d for what moves, on %d to %,d nodes"
        .formatted(slices, sample, fleets.getFirst(), fleets.getLast());
  }
}
