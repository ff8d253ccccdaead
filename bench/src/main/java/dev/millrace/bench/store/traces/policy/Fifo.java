package dev.millrace.bench.store.traces.policy;

import java.util.LinkedHashSet;

/// First in, first out: what has been there longest goes, however often it was asked for.
public final class Fifo implements Policy {
  private final int capacity;
  private final LinkedHashSet<Integer> oldestFirst = new LinkedHashSet<>();

  /// @param capacity the number of entries, at least 1
  public Fifo(int capacity) {
    this.capacity = capacity;
  }

  @Override
  public boolean request(int key) {
    if (oldestFirst.contains(key)) {
      return true;
    }
    if (oldestFirst.size() == capacity) {
      oldestFirst.removeFirst();
    }
    oldestFirst.addLast(key);
    return false;
  }
}
