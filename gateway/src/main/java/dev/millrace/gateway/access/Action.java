package dev.millrace.gateway.access;

import java.util.Locale;

/// What can be done with a bucket, as far as it is allowed or not.
public enum Action {
  /// GetObject and HeadObject, in every form.
  READ,

  /// ListObjectsV2.
  LIST,

  /// PutObject, CopyObject to the key, DeleteObject, DeleteObjects, and all there is to uploads in
  /// parts.
  WRITE;

  /// As an access file says it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
