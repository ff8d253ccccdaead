package dev.millrace.gateway.http;

/// How many lines of HTTP/1.1 may follow each other without an empty one: what a head may have. The
/// HTTP server bounds its octets only, and takes time with the square of the lines of one name.
final class LineBudget {
  private int lines;
  private int length;

  /// Looks at what came next.
  ///
  /// @throws IllegalStateException if it is too much
  void spend(byte[] octets) {
    for (byte octet : octets) {
      if (octet != '\n') {
        length++;
      } else {
        // An empty line has its CR.
        lines = length <= 1 ? 0 : lines + 1;
        length = 0;
        if (lines > StrictRequest.MOST_HEADER_LINES) {
          throw new IllegalStateException("too many lines");
        }
      }
    }
  }
}
