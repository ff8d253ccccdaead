package dev.millrace.bench.growth;

import java.time.Duration;
import java.util.List;

/// How large it gets.
///
/// @param fleets numbers of nodes, the least first
/// @param slices how many are placed to see the load of each node
/// @param sample how many of these are placed again once a node has joined or left
/// @param rounds how often the time of a placement is taken, and how often a node joins a fleet on
///   ZooKeeper
/// @param members numbers of nodes of fleets on ZooKeeper, all on this machine
/// @param quiet for how long nothing happens to them, a part of a minute
record Scale(
    List<Integer> fleets,
    long slices,
    long sample,
    int rounds,
    List<Integer> members,
    Duration quiet) {
  static final Scale FULL =
      new Scale(
          List.of(5, 18, 50, 100, 300, 1_000),
          100_000_000,
          10_000_000,
          15,
          List.of(5, 18, 50, 100),
          Duration.ofSeconds(60));
  static final Scale QUICK =
      new Scale(
          List.of(5, 18, 50, 100),
          1_000_000,
          1_000_000,
          5,
          List.of(5, 18, 50),
          Duration.ofSeconds(20));

  @Override
  public String toString() {
    return "scale:   %,d slices for loads, %,d for what moves, on %d to %,d nodes"
        .formatted(slices, sample, fleets.getFirst(), fleets.getLast());
  }
}
