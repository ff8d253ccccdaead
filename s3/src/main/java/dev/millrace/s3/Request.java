package dev.millrace.s3;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

  String encodedPath() {
    return UriEncoding.path(path);
  }

  /// The query in canonical form: encoded, then sorted by name.
  String encodedQuery() {
    SortedMap<String, String> encoded = new TreeMap<>();
    query.forEach(
        (name, value) -> encoded.put(UriEncoding.component(name), UriEncoding.component(value)));
    return encoded.entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
        .collect(Collectors.joining("&"));
  }

  /// Path and query as they go over the wire.
  String target() {
    return query.isEmpty() ? encodedPath() : encodedPath() + "?" + encodedQuery();
  }
}
