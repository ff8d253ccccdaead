package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;

/// The slices of this gateway as another one asks for them, which knows of a purge that this one
/// may not have heard of: none is of an earlier generation.
record SlicesSince(Slices slices, StoredSlices stored, long generation) implements SliceSupply {
  @Override
  public int size() {
    return slices.size();
  }

  @Override
  public Found open(ObjectName object, ObjectFacts facts, long index) {
    SliceKey key = stored.key(object, facts, index, generation);
    return slices.open(key, SliceKey.length(facts, index, size()));
  }
}
