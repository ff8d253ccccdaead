package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;

/// What a request is about, in path-style addressing: `/`, `/BUCKET` or `/BUCKET/KEY`.
///
/// @param bucket empty where it is about none
/// @param key empty where it is about none
/// @param query decoded, in the order in which it was sent, without what belongs to a signature or
///   only names the operation
record Target(String bucket, String key, SequencedMap<String, String> query) {
  /// The longest key S3 has, in bytes of UTF-8.
  private static final int LONGEST_KEY = 1024;

  /// @param rawPath the path as it was sent, percent-encoded
  /// @param rawQuery the query as it was sent, empty if there was none
  static Target of(String rawPath, String rawQuery) throws S3Error {
    if (!rawPath.startsWith("/")) {
      throw new S3Error(Code.INVALID_URI, "The path must begin with a slash.");
    }
    SequencedMap<String, String> query = query(rawQuery);
    int slash = rawPath.indexOf('/', 1);
    String bucket =
        PercentEncoding.decode(rawPath.substring(1, slash < 0 ? rawPath.length() : slash));
    String key = slash < 0 ? "" : PercentEncoding.decode(rawPath.substring(slash + 1));
    if (key.indexOf('\0') >= 0) {
      // In names of slices it says where the key ends.
      throw new S3Error(Code.INVALID_URI, "A key has no zero octet.");
    }
    if (key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
      throw new S3Error(Code.KEY_TOO_LONG, "Your key is too long.");
    }
    return new Target(bucket, key, query);
  }

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

  /// @throws S3Error if there is a parameter that is not `known`
  void refuseUnknown(Set<String> known) throws S3Error {
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new S3Error(Code.NOT_IMPLEMENTED, "The parameter " + name + " is not served here.");
      }
    }
  }
}
