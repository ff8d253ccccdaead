package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.S3Client;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;

/// What a request asks for.
///
/// A parameter that would change the answer and is not understood is refused, never ignored: an
/// ignored `versionId` would be a wrong answer.
sealed interface S3Request
    permits S3Request.ListBuckets,
        S3Request.HeadBucket,
        S3Request.ListObjects,
        S3Request.ReadObject,
        WriteRequest {
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

  /// Reads a request that changes nothing.
  ///
  /// @param rawPath the path as it was sent, percent-encoded
  /// @param rawQuery the query as it was sent, empty if there was none
  static S3Request of(String method, String rawPath, String rawQuery) throws S3Error {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw S3Error.methodNotAllowed("GET, HEAD");
    }
    Target target = Target.of(rawPath, rawQuery);
    if (!target.key().isEmpty()) {
      return new ReadObject(new ObjectName(target.bucket(), target.key()), overrides(target));
    }
    if (!target.bucket().isEmpty()) {
      return ofBucket(method, target);
    }
    target.refuseUnknown(Set.of());
    return new ListBuckets();
  }

  private static SequencedMap<String, String> overrides(Target target) throws S3Error {
    target.refuseUnknown(OVERRIDES);
    SequencedMap<String, String> headers = new LinkedHashMap<>();
    for (var parameter : target.query().entrySet()) {
      String value = parameter.getValue();
      if (!value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
        throw new S3Error(Code.INVALID_ARGUMENT, parameter.getKey() + " is not printable ASCII.");
      }
      headers.put(parameter.getKey().substring(OVERRIDE.length()), value);
    }
    return headers;
  }

  private static S3Request ofBucket(String method, Target target) throws S3Error {
    target.refuseUnknown(S3Client.LIST_PARAMETERS);
    if (method.equals("HEAD")) {
      return new HeadBucket(target.bucket());
    }
    if (!"2".equals(target.query().get("list-type"))) {
      throw new S3Error(
          Code.NOT_IMPLEMENTED, "Of listings only ListObjectsV2 is served: add list-type=2.");
    }
    return new ListObjects(target.bucket(), target.query());
  }
}
