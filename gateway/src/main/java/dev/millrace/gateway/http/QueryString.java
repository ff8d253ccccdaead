package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The query of a URI, read strictly.
public final class QueryString {
  private QueryString() {}

  /// The parameters as S3 reads them, a plus as a space: by their names, both decoded, in the order
  /// in which they were sent; the caller's own.
  ///
  /// @param raw as it was sent, without the question mark; empty if there was none
  /// @throws S3Error if it is not well-formed, or a parameter is there twice: which of two is meant
  ///   would be a guess
  static SequencedMap<String, String> parse(String raw) throws S3Error {
    return parseLiterally(raw.replace('+', ' '));
  }

  /// As [#parse], with a plus that is a plus, as RFC 3986 has it.
  public static SequencedMap<String, String> parseLiterally(String raw) throws S3Error {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    if (raw.isEmpty()) {
      return parameters;
    }
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = PercentEncoding.decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : PercentEncoding.decode(pair.substring(equals + 1));
      if (parameters.put(name, value) != null) {
        throw new S3Error(Code.INVALID_ARGUMENT, "The parameter " + name + " is there twice.");
      }
    }
    return parameters;
  }
}
