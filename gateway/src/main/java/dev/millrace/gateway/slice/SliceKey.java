package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;

/// The name of a slice: a run of [Slices#size()] bytes of one version of an object.
///
/// The ETag is part of the name, so bytes of two versions never answer one question.
///
/// @param etag the version's entity tag, quotation marks included
/// @param index the slice's place in the object, from 0
public record SliceKey(ObjectName object, String etag, long index) {}
