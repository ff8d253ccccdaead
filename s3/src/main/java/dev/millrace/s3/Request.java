package dev.millrace.s3;

import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.UnsignedRequest;
import dev.millrace.s3.sign.UriEncoding;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A request without a body.
///
/// @param path the path, decoded, from its leading slash on
/// @param query the parameters, decoded
/// @param headers the headers that are part of what is asked, by lower-case name
record Request(
    Method method, String path, Map<String, String> query, SortedMap<String, String> headers) {
  enum Method {
    GET,
    HEAD
  }

  static Request get(String path) {
    return new Request(Method.GET, path, Map.of(), new TreeMap<>());
  }

  static Request head(String path) {
    return new Request(Method.HEAD, path, Map.of(), new TreeMap<>());
  }

  /// What a signature covers of this request to `host`.
  UnsignedRequest unsigned(String host) {
    return new UnsignedRequest(
        method.name(), host, UriEncoding.path(path), CanonicalQuery.of(query), headers);
  }

  /// Path and query as they go over the wire.
  String target() {
    return CanonicalQuery.of(query).after(UriEncoding.path(path));
  }
}
