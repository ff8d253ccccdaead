package dev.millrace.bench.placement.side;

import java.util.List;

/// Places keys on nodes, which are numbered from 0. For one thread.
@FunctionalInterface
public interface Placing {
  int place(String key);

  /// Places one key after the other.
  ///
  /// @return a number that depends on all of it
  default long placeAll(List<String> keys) {
    long sum = 0;
    // An iterator would be allocated, which is nothing that a side does.
    for (int i = 0; i < keys.size(); i++) {
      sum += place(keys.get(i));
    }
    return sum;
  }
}
