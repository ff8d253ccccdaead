package dev.millrace.bench.growth;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Placement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Slices placed on fleets, on all cores. Equal slices and fleets give equal numbers.
///
/// @param progress takes word of what has been done, now and then
record Simulation(Consumer<String> progress) {
  /// What one thread does at a time.
  private static final int CHUNK = 10_000;

  private static final int PARTS = 50;
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(15);

  /// Auxiliary tiers that the keys of a lost node are placed on.
  static final int LEAST_AUXILIARY = 2;

  static final int MOST_AUXILIARY = 64;

  /// What counts the slices of one chunk.
  @FunctionalInterface
  private interface Count {
    void add(SliceKey key, long[] counts);
  }

  /// How many slices each node has.
  long[] load(Fleet fleet, long slices) {
    Placement<Node> placement = fleet.placement();
    return count(
        "%d nodes".formatted(fleet.size()),
        slices,
        fleet.size(),
        (key, counts) -> counts[placement.place(key)]++);
  }

  /// What moves when a node joins or leaves.
  ///
  /// @param changed the node, which is in one of the fleets only
  Moves moves(Fleet before, Fleet after, Node changed, long slices) {
    Placement<Node> then = before.placement();
    Placement<Node> now = after.placement();
    long[] counts =
        count(
            "%d to %d nodes".formatted(before.size(), after.size()),
            slices,
            3,
            (key, sums) -> {
              Node from = then.members().get(then.place(key));
              Node to = now.members().get(now.place(key));
              boolean isItsOwn = from.equals(changed) || to.equals(changed);
              sums[0] += from.equals(to) ? 0 : 1;
              sums[1] += isItsOwn ? 1 : 0;
              sums[2] += from.equals(to) || isItsOwn ? 0 : 1;
            });
    return new Moves(slices, counts[0], counts[1], counts[2]);
  }

  /// Where the slices of the first node of a fleet are once that is lost: by auxiliary node, for
  /// each number of these from the least to the most.
  List<long[]> fallbacks(Fleet main, long slices) {
    List<Placement<Node>> auxiliary =
        IntStream.rangeClosed(LEAST_AUXILIARY, MOST_AUXILIARY)
            .mapToObj(size -> Fleet.of(Tier.AUXILIARY, size).placement())
            .toList();
    long[] counts =
        count(
            "what a node of %d leaves behind".formatted(main.size()),
            slices,
            auxiliary.size() * MOST_AUXILIARY,
            (key, sums) -> {
              if (main.placement().place(key) == 0) {
                for (int i = 0; i < auxiliary.size(); i++) {
                  sums[i * MOST_AUXILIARY + auxiliary.get(i).place(key)]++;
                }
              }
            });
    return IntStream.range(0, auxiliary.size())
        .mapToObj(i ->
            IntStream.range(0, LEAST_AUXILIARY + i)
                .mapToLong(node -> counts[i * MOST_AUXILIARY + node])
                .toArray())
        .toList();
  }

  /// Counts in parts, between which it tells how far it is.
  private long[] count(String name, long slices, int size, Count count) {
    long[] sums = new long[size];
    long told = System.nanoTime();
    for (int part = 0; part < PARTS; part++) {
      add(count(slices * part / PARTS, slices * (part + 1) / PARTS, size, count), sums);
      if (System.nanoTime() - told > PAUSE) {
        told = System.nanoTime();
        progress.accept("%s: %d %%".formatted(name, 100 * (part + 1) / PARTS));
      }
    }
    return sums;
  }

  private static long[] count(long first, long end, int size, Count count) {
    int chunks = Math.toIntExact((end - first + CHUNK - 1) / CHUNK);
    return IntStream.range(0, chunks)
        .parallel()
        .collect(
            () -> new long[size],
            (counts, chunk) -> {
              SliceKey key = new SliceKey();
              long begin = first + (long) chunk * CHUNK;
              for (long i = begin; i < Math.min(end, begin + CHUNK); i++) {
                count.add(key.at(i), counts);
              }
            },
            (sums, counts) -> add(counts, sums));
  }

  private static void add(long[] counts, long[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += counts[i];
    }
  }
}
