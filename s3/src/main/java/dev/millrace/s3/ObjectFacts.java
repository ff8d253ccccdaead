package dev.millrace.s3;

import java.time.Instant;
import java.util.Map;

/// What a store says of one version of an object, without its bytes.
///
/// @param size the length of the object in bytes, at least 0
/// @param etag the entity tag with its quotation marks, as sent (RFC 9110, section 8.8.3)
/// @param lastModified when this version was stored, to the second
/// @param headers the other headers that travel with the object, by lower-case name:
///   `content-type`, `cache-control`, `content-disposition`, `content-encoding`,
///   `content-language`, `expires` and every `x-amz-meta-…`
public record ObjectFacts(
    long size, String etag, Instant lastModified, Map<String, String> headers) {
  public ObjectFacts {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
    headers = Map.copyOf(headers);
  }
}
