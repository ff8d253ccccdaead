package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;

/// The name of a slice: a run of [SliceSupply#size()] bytes of one version of an object.
///
/// The ETag is part of the name, so bytes of two versions never answer one question.
///
/// @param etag the version's entity tag, quotation marks included
/// @param index the slice's place in the object, from 0
/// @param generation the latest purge of the object when the slice was asked for, 0 for none
///   ([Generations])
public record SliceKey(ObjectName object, String etag, long index, long generation) {
  /// How long slice `index` of an object is.
  ///
  /// @param size of its other slices
  static int length(ObjectFacts facts, long index, int size) {
    return (int) Math.min(size, facts.size() - index * size);
  }
}
