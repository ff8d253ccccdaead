package dev.millrace.bench.store.ssd;

import dev.millrace.bench.store.ssd.probe.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One thing to measure.
///
/// @param bytes the size of a read
/// @param depth how many are under way on each queue
record ReadCase(int bytes, int depth, int queues) {
  static final List<Integer> QUEUES = List.of(1, 2);

  static List<ReadCase> all() {
    List<ReadCase> all = new ArrayList<>();
    for (int bytes : new int[] {4 << 10, 1 << 20}) {
      for (int depth : new int[] {1, Load.MOST_DEPTH}) {
        QUEUES.forEach(queues -> all.add(new ReadCase(bytes, depth, queues)));
      }
    }
    return all;
  }

  String words() {
    return "read=%dk depth=%d queues=%d".formatted(bytes >> 10, depth, queues);
  }

  /// Those of the results of a side.
  String words(Side side) {
    return "side=%s %s".formatted(side.word(), words());
  }

  /// The sides that there is something to tell of: one read at once is no batch.
  List<Side> sides() {
    return Stream.of(Side.values())
        .filter(side -> depth > 1 || side != Side.MILLRACE_BATCH)
        .toList();
  }
}
