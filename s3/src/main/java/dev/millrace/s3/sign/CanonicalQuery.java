package dev.millrace.s3.sign;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A query as it is signed: every parameter encoded, with an equals sign even where it has no
/// value, in the order of the encoded names. It is sent in the same form.
public final class CanonicalQuery {
  public static final CanonicalQuery NONE = new CanonicalQuery(new TreeMap<>());

  private final SortedMap<String, String> encoded;
  private final String text;

  private CanonicalQuery(SortedMap<String, String> encoded) {
    this.encoded = encoded;
    StringBuilder joined = new StringBuilder();
    encoded.forEach((name, value) -> {
      joined.append(joined.isEmpty() ? "" : "&").append(name).append('=').append(value);
    });
    text = joined.toString();
  }

  /// The query of `parameters`, decoded.
  public static CanonicalQuery of(Map<String, String> parameters) {
    return parameters.isEmpty() ? NONE : NONE.with(parameters);
  }

  /// This query and `parameters`, decoded, which take the place of namesakes.
  CanonicalQuery with(Map<String, String> parameters) {
    SortedMap<String, String> all = new TreeMap<>(encoded);
    parameters.forEach(
        (name, value) -> all.put(UriEncoding.component(name), UriEncoding.component(value)));
    return new CanonicalQuery(all);
  }

  /// The query, without a question mark before it. Empty if it has no parameter.
  public String text() {
    return text;
  }

  /// `path` with the query behind it, as it stands in the first line of a request.
  public String after(String path) {
    return text.isEmpty() ? path : path + "?" + text;
  }
}
