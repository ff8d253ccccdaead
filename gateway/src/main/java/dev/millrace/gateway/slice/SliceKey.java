package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;

/// The name of a slice: a run of [SliceSupply#size()] bytes of one version of an object.
///
/// The ETag is part of the name, so bytes of two versions never answer one question.
///
/// @param etag the version's entity tag, quotation marks included
/// @param index the slice's place in the object, from 0
public record SliceKey(ObjectName object, String etag, long index) {
  static SliceKey of(ObjectName object, ObjectFacts facts, long index) {
    return new SliceKey(object, facts.etag(), index);
  }

  /// How long slice `index` of an object is.
  ///
  /// @param size of its other slices
  static int length(ObjectFacts facts, long index, int size) {
    return (int) Math.min(size, facts.size() - index * size);
  }
}
