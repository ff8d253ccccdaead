package dev.millrace.s3;

import dev.millrace.s3.sign.CanonicalQuery;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is asked of a bucket or an object, without a body.
///
/// @param key null where the bucket itself is asked
/// @param headers the headers that are part of what is asked, by lower-case name
record Request(
    Method method,
    String bucket,
    @Nullable String key,
    CanonicalQuery query,
    SortedMap<String, String> headers) {
  private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

  enum Method {
    GET,
    HEAD
  }

  /// @throws IllegalArgumentException if there cannot be such a bucket or key
  Request {
    if (!BUCKET.matcher(bucket).matches()) {
      throw new IllegalArgumentException("\"" + bucket + "\" cannot be the name of a bucket");
    }
    if (key != null && key.isEmpty()) {
      throw new IllegalArgumentException("the key of an object cannot be empty");
    }
  }

  static Request ofBucket(Method method, String bucket, Map<String, String> parameters) {
    return new Request(method, bucket, null, CanonicalQuery.of(parameters), new TreeMap<>());
  }

  static Request ofObject(Method method, String bucket, String key) {
    return new Request(method, bucket, key, CanonicalQuery.NONE, new TreeMap<>());
  }
}
