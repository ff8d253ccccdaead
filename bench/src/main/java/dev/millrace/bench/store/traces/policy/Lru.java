package dev.millrace.bench.store.traces.policy;

import java.util.LinkedHashSet;

/// Least recently used: what has not been asked for longest goes.
public final class Lru implements Policy {
  private final int capacity;
  private final LinkedHashSet<Integer> longestUnusedFirst = new LinkedHashSet<>();

  /// @param capacity the number of entries, at least 1
  public Lru(int capacity) {
    this.capacity = capacity;
  }

  @Override
  public boolean request(int key) {
    boolean hit = longestUnusedFirst.contains(key);
    if (!hit && longestUnusedFirst.size() == capacity) {
      longestUnusedFirst.removeFirst();
    }
    longestUnusedFirst.addLast(key);
    return hit;
  }
}
