package dev.millrace.bench.store.traces.policy;

import java.util.BitSet;

/// SIEVE (Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is simpler than LRU: an efficient turn-key
/// eviction algorithm for web caches", NSDI 2024).
///
/// Entries lie in the order they came in. A hand moves over them from the oldest to the newest, and
/// begins again at the oldest: an entry that was asked for since it last passed is spared until it
/// comes by again, the first that was not goes. What is spared keeps its place, so that newcomers
/// are met soon, and what is popular seldom.
public final class Sieve implements Policy {
  private final int capacity;
  private final BitSet present = new BitSet();
  private final BitSet visited = new BitSet();

  /// The ring of entries: from each to the next newer one, and back. Its end, which is no key,
  /// comes after the newest and before the oldest.
  private final int[] newer;

  private final int[] older;
  private final int end;
  private int size;
  private int hand;

  /// @param capacity the number of entries, at least 1
  /// @param keys how many keys there are to ask for
  public Sieve(int capacity, int keys) {
    this.capacity = capacity;
    newer = new int[keys + 1];
    older = new int[keys + 1];
    end = keys;
    newer[end] = end;
    older[end] = end;
    hand = end;
  }

  @Override
  public boolean request(int key) {
    if (present.get(key)) {
      visited.set(key);
      return true;
    }
    if (size == capacity) {
      evict();
    } else {
      size++;
    }
    present.set(key);
    link(older[end], key);
    link(key, end);
    return false;
  }

  private void evict() {
    int victim = entryAt(hand);
    while (visited.get(victim)) {
      visited.clear(victim);
      victim = entryAt(newer[victim]);
    }
    hand = newer[victim];
    link(older[victim], newer[victim]);
    present.clear(victim);
  }

  private int entryAt(int place) {
    return place == end ? newer[end] : place;
  }

  private void link(int one, int next) {
    newer[one] = next;
    older[next] = one;
  }
}
