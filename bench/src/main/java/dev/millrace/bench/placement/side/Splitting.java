package dev.millrace.bench.placement.side;

import dev.millrace.fleet.placement.Placement;
import dev.millrace.fleet.placement.Split;
import java.util.List;

/// Ours as it is used for a request about many keys: they are grouped by node.
record Splitting(Placement<String> placement) implements Placing {
  @Override
  public int place(String key) {
    return placement.place(key);
  }

  @Override
  public long placeAll(List<String> keys) {
    long sum = 0;
    for (Split.Part<String, String> part : placement.split(keys).parts()) {
      sum += part.keys().size();
    }
    return sum;
  }
}
