package dev.millrace.s3;

import java.time.Instant;

/// An object as a listing tells of it.
///
/// @param size in bytes
/// @param etag with its quotation marks; empty where the service says none
/// @param lastModified when this version was stored
public record ListedObject(String key, long size, String etag, Instant lastModified) {}
