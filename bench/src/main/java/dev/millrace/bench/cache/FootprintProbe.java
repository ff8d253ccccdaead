package dev.millrace.bench.cache;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// The program that measures [Load.Footprint]: prints how many bytes of heap a full cache retains
/// by entry, beside the keys, which are the values as well.
final class FootprintProbe {
  private static final int CACHES = 4;
  private static final int COLLECTIONS = 3;
  private static final long SECONDS_TO_SETTLE = 10;

  private FootprintProbe() {}

  /// @param arguments the side and the capacity
  static void main(String[] arguments) {
    Side side = Side.valueOf(arguments[0]);
    int capacity = Integer.parseInt(arguments[1]);
    List<Object> keys = IntStream.rangeClosed(1, capacity).mapToObj(Keys.SESSION_ID::of).toList();
    fill(side.open(capacity, true), keys);
    long before = usedHeap();
    List<Contender> caches =
        IntStream.range(0, CACHES).mapToObj(_ -> fill(side.open(capacity, true), keys)).toList();
    try {
      System.out.println((double) (usedHeap() - before) / CACHES / capacity);
    } finally {
      Reference.reachabilityFence(caches);
      Reference.reachabilityFence(keys);
    }
  }

  private static Contender fill(Contender cache, List<Object> keys) {
    keys.forEach(key -> cache.put(key, key));
    return cache;
  }

  private static long usedHeap() {
    // Caffeine works off what it owes there.
    ForkJoinPool.commonPool().awaitQuiescence(SECONDS_TO_SETTLE, TimeUnit.SECONDS);
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
