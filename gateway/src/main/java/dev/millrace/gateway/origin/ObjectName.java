package dev.millrace.gateway.origin;

import java.util.Arrays;

/// The name of an object: its bucket, and its key as S3 knows it, decoded.
public record ObjectName(String bucket, String key) {
  /// Whether a segment of the key is `.` or `..`.
  ///
  /// Whoever resolves such a segment, a file system or a proxy in front of an origin, ends up at
  /// another object, perhaps in another bucket. No origin is asked for one.
  public boolean hasDotSegment() {
    return Arrays.stream(key.split("/", -1))
        .anyMatch(segment -> segment.equals(".") || segment.equals(".."));
  }
}
