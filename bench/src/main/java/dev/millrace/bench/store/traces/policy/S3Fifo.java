package dev.millrace.bench.store.traces.policy;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Queue;

/// S3-FIFO as its paper has it, entry by entry (Yang, Zhang, Qiu, Yue, Rashmi, "FIFO queues are all
/// you need for cache eviction", SOSP 2023, algorithm 1).
///
/// Newcomers wait in a small queue, a tenth of all. At its end those that were asked for twice or
/// more move to the main queue; of the others only the key is remembered, as a ghost, and one that
/// is asked for while its ghost lasts goes to the main queue at once. At the end of the main queue
/// an entry that was asked for goes to the front again, with one off its count, which ends at 3.
/// There are as many ghosts as the main queue has entries.
///
/// The memory tier's policy is of this family, but moves and drops whole segments.
public final class S3Fifo implements Policy {
  private static final int SMALL_SHARE = 10;
  private static final int MOST_FREQUENT = 3;
  private static final int PROMOTED = 2;

  private final int capacity;
  private final int smallCapacity;
  private final BitSet present = new BitSet();
  private final byte[] frequency;
  private final Queue<Integer> small = new ArrayDeque<>();
  private final Queue<Integer> main = new ArrayDeque<>();
  private final LinkedHashSet<Integer> ghosts = new LinkedHashSet<>();

  /// @param capacity the number of entries, at least 2
  /// @param keys how many keys there are to ask for
  public S3Fifo(int capacity, int keys) {
    this.capacity = capacity;
    smallCapacity = Math.max(1, capacity / SMALL_SHARE);
    frequency = new byte[keys];
  }

  @Override
  public boolean request(int key) {
    if (present.get(key)) {
      frequency[key] = (byte) Math.min(frequency[key] + 1, MOST_FREQUENT);
      return true;
    }
    boolean known = ghosts.remove(key);
    while (small.size() + main.size() == capacity) {
      evict();
    }
    (known ? main : small).add(key);
    present.set(key);
    frequency[key] = 0;
    return false;
  }

  private void evict() {
    if (small.size() >= smallCapacity) {
      evictFromSmall();
    } else {
      evictFromMain();
    }
  }

  private void evictFromSmall() {
    while (!small.isEmpty()) {
      int oldest = small.remove();
      if (frequency[oldest] < PROMOTED) {
        present.clear(oldest);
        haunt(oldest);
        return;
      }
      frequency[oldest] = 0;
      main.add(oldest);
      if (main.size() > capacity - smallCapacity) {
        evictFromMain();
      }
    }
  }

  private void evictFromMain() {
    int oldest = main.remove();
    while (frequency[oldest] > 0) {
      frequency[oldest]--;
      main.add(oldest);
      oldest = main.remove();
    }
    present.clear(oldest);
  }

  private void haunt(int key) {
    if (ghosts.size() == capacity - smallCapacity) {
      ghosts.removeFirst();
    }
    ghosts.addLast(key);
  }
}
