package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;

/// What is not to be served any more as it was obtained so far.
public sealed interface Purge {
  /// Whether that is so of an object.
  boolean covers(ObjectName object);

  /// One object, all its versions.
  record OfObject(ObjectName object) implements Purge {
    @Override
    public boolean covers(ObjectName other) {
      return object.equals(other);
    }
  }

  /// All objects of a bucket whose keys begin with `prefix`, which may be empty.
  record OfPrefix(String bucket, String prefix) implements Purge {
    @Override
    public boolean covers(ObjectName object) {
      return object.bucket().equals(bucket) && object.key().startsWith(prefix);
    }
  }

  /// All there is.
  record OfEverything() implements Purge {
    @Override
    public boolean covers(ObjectName object) {
      return true;
    }
  }
}
