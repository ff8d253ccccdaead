package dev.millrace.s3.transfer;

import dev.millrace.s3.ObjectFacts;

/// What a download came to.
///
/// @param facts of the version that was downloaded
/// @param received how many bytes came over the network and were kept; fewer than the object has
///   where an earlier download was resumed
/// @param connections how many connections were in use at most
/// @param verified whether the bytes were held against a checksum that the service gave
public record Downloaded(ObjectFacts facts, long received, int connections, boolean verified) {}
