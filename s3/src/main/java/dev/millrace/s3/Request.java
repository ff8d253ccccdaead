package dev.millrace.s3;

import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.SigV4;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is asked of a bucket or an object.
///
/// @param key null where the bucket itself is asked
/// @param headers the headers that are part of what is asked, by lower-case name
/// @param payload null where nothing is sent along
public record Request(
    Method method,
    String bucket,
    @Nullable String key,
    CanonicalQuery query,
    SortedMap<String, String> headers,
    @Nullable Payload payload) {
  private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

  /// The methods of S3's requests.
  public enum Method {
    GET,
    HEAD,
    PUT,
    POST,
    DELETE
  }

  /// @throws IllegalArgumentException if there cannot be such a bucket or key
  public Request {
    if (!BUCKET.matcher(bucket).matches()) {
      throw new IllegalArgumentException("\"" + bucket + "\" cannot be the name of a bucket");
    }
    if (key != null && key.isEmpty()) {
      throw new IllegalArgumentException("the key of an object cannot be empty");
    }
  }

  /// Whether it does no harm to make it twice: RFC 9110, section 9.2.2, but for PUT and DELETE on a
  /// condition, which the first may have changed.
  boolean isIdempotent() {
    return switch (method) {
      case GET, HEAD -> true;
      case POST -> false;
      case PUT, DELETE -> headers.keySet().stream().noneMatch(name -> name.startsWith("if-"));
    };
  }

  String payloadHash() {
    return payload == null ? SigV4.EMPTY_PAYLOAD : payload.hash();
  }

  static Request ofBucket(Method method, String bucket, Map<String, String> parameters) {
    return new Request(method, bucket, null, CanonicalQuery.of(parameters), new TreeMap<>(), null);
  }

  static Request ofObject(Method method, String bucket, String key) {
    return new Request(method, bucket, key, CanonicalQuery.NONE, new TreeMap<>(), null);
  }
}
