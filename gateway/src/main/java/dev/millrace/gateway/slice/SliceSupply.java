package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;

/// Objects as slices of a fixed size: those of this gateway alone ([Slices]), or of a fleet
/// ([PlacedSlices]).
///
/// Safe for use by any number of threads.
public sealed interface SliceSupply permits Slices, SlicesSince, PlacedSlices {
  /// The length in bytes of every slice but an object's last.
  int size();

  /// Slice `index` of the version of an object that `facts` describes. Returns at once.
  Found open(ObjectName object, ObjectFacts facts, long index);
}
