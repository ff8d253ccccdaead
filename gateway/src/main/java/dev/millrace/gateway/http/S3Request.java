package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.S3Client;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;

/// What a request asks for, in path-style addressing: `/`, `/BUCKET` or `/BUCKET/KEY`.
///
/// A parameter that would change the answer and is not understood is refused, never ignored: an
/// ignored `versionId` would be a wrong answer.
sealed interface S3Request {
  /// The longest key S3 has, in bytes of UTF-8.
  int LONGEST_KEY = 1024;

  /// What the parameters of a query begin with that say a header of the answer.
  String OVERRIDE = "response-";

  Set<String> OVERRIDES =
      Set.of(
          OVERRIDE + "cache-control",
          OVERRIDE + "content-disposition",
          OVERRIDE + "content-encoding",
          OVERRIDE + "content-language",
          OVERRIDE + "content-type",
          OVERRIDE + "expires");

  /// The names of all buckets.
  record ListBuckets() implements S3Request {}

  /// Whether a bucket is there.
  record HeadBucket(String bucket) implements S3Request {}

  /// ListObjectsV2.
  record ListObjects(String bucket, SequencedMap<String, String> query) implements S3Request {}

  /// GetObject and HeadObject.
  ///
  /// @param overrides what the answer is to say in place of what the object has, by header name
  record ReadObject(ObjectName object, SequencedMap<String, String> overrides)
      implements S3Request {}

  /// Reads a request.
  ///
  /// @param rawPath the path as it was sent, percent-encoded
  /// @param rawQuery the query as it was sent, empty if there was none
  static S3Request of(String method, String rawPath, String rawQuery) throws S3Error {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new S3Error(
          Code.METHOD_NOT_ALLOWED,
          "The specified method is not allowed against this resource.",
          List.of(HeaderValues.create(HeaderNames.ALLOW, "GET, HEAD")));
    }
    if (!rawPath.startsWith("/")) {
      throw new S3Error(Code.INVALID_URI, "The path must begin with a slash.");
    }
    SequencedMap<String, String> query = query(rawQuery);
    int slash = rawPath.indexOf('/', 1);
    String bucket =
        PercentEncoding.decode(rawPath.substring(1, slash < 0 ? rawPath.length() : slash));
    String key = slash < 0 ? "" : PercentEncoding.decode(rawPath.substring(slash + 1));
    if (bucket.isEmpty() && key.isEmpty()) {
      refuseUnknown(query, Set.of());
      return new ListBuckets();
    }
    if (key.isEmpty()) {
      return ofBucket(method, bucket, query);
    }
    if (key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
      throw new S3Error(Code.KEY_TOO_LONG, "Your key is too long.");
    }
    return new ReadObject(new ObjectName(bucket, key), overrides(query));
  }

  private static SequencedMap<String, String> overrides(SequencedMap<String, String> query)
      throws S3Error {
    refuseUnknown(query, OVERRIDES);
    SequencedMap<String, String> headers = new LinkedHashMap<>();
    for (var parameter : query.entrySet()) {
      String value = parameter.getValue();
      if (!value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
        throw new S3Error(Code.INVALID_ARGUMENT, parameter.getKey() + " is not printable ASCII.");
      }
      headers.put(parameter.getKey().substring(OVERRIDE.length()), value);
    }
    return headers;
  }

  private static S3Request ofBucket(
      String method, String bucket, SequencedMap<String, String> query) throws S3Error {
    refuseUnknown(query, S3Client.LIST_PARAMETERS);
    if (method.equals("HEAD")) {
      return new HeadBucket(bucket);
    }
    if (!"2".equals(query.get("list-type"))) {
      throw new S3Error(
          Code.NOT_IMPLEMENTED, "Of listings only ListObjectsV2 is served: add list-type=2.");
    }
    return new ListObjects(bucket, query);
  }

  /// What is said in a query, without what belongs to a signature or only names the operation.
  private static SequencedMap<String, String> query(String rawQuery) throws S3Error {
    SequencedMap<String, String> query = QueryString.parse(rawQuery);
    query
        .keySet()
        .removeIf(name -> {
          String lower = name.toLowerCase(Locale.ROOT);
          return lower.startsWith("x-amz-") || lower.equals("x-id");
        });
    return query;
  }

  private static void refuseUnknown(SequencedMap<String, String> query, Set<String> known)
      throws S3Error {
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new S3Error(Code.NOT_IMPLEMENTED, "The parameter " + name + " is not served here.");
      }
    }
  }
}
