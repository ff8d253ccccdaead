package dev.millrace.bench.growth;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.fleet.Tier;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// What placements take, of time and of memory.
final class Cost {
  private static final int KEYS = 10_000;
  private static final int WARM_UP = 200;
  private static final int COLLECTIONS = 3;

  /// Enough that the heap's own changes do not count.
  private static final int NODES_IN_ALL = 200_000;

  private Cost() {}

  /// Nanoseconds of a placement, in one thread.
  static Rounds<Fleet, Double> time(List<Fleet> fleets, int rounds)
      throws IOException, InterruptedException {
    List<String> keys =
        LongStream.range(0, KEYS).mapToObj(number -> new SliceKey().at(number).toString()).toList();
    Rounds<Fleet, Double> _ =
        Rounds.interleaved(WARM_UP, List.of(fleets.getFirst()), fleet -> time(fleet, keys));
    Rounds<Fleet, Double> _ = Rounds.interleaved(rounds, fleets, fleet -> time(fleet, keys));
    return Rounds.interleaved(rounds, fleets, fleet -> time(fleet, keys));
  }

  private static double time(Fleet fleet, List<String> keys) {
    long begin = System.nanoTime();
    long sum = 0;
    for (String key : keys) {
      sum += fleet.placement().place(key);
    }
    long end = System.nanoTime();
    if (sum < 0) {
      throw new IllegalStateException("no node has a number below 0");
    }
    return (double) (end - begin) / keys.size();
  }

  /// Bytes of heap that a placement keeps, with its nodes.
  static double memory(int nodes) {
    int count = NODES_IN_ALL / nodes;
    long before = used();
    List<Fleet> fleets =
        IntStream.range(0, count).mapToObj(_ -> Fleet.of(Tier.MAIN, nodes)).toList();
    try {
      return (double) (used() - before) / count;
    } finally {
      Reference.reachabilityFence(fleets);
    }
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
