package dev.millrace.gateway.access;

import java.util.Locale;

/// What can be done with a bucket, as far as it is allowed or not.
public enum Action {
  /// GetObject and HeadObject, in every form.
  READ,

  /// ListObjectsV2.
  LIST;

  /// As an access file says it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
