package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.List;

/// What is fuzzed: arbitrary bytes of a server come to a result or to an [IOException], and to the
/// same however they are cut.
final class AnswerFuzzTarget {
  /// Answers to begin with.
  static final List<String> SEEDS =
      List.of(
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"a\"\r\n\r\nhello",
          "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/10\r\nContent-Length: 5\r\n"
              + "Connection: close\r\n\r\nhello",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nKeep-Alive: timeout=5\r\n\r\n",
          "HTTP/1.0 404 Not Found\r\n\r\n<Error/>");

  private AnswerFuzzTarget() {}

  static void take(byte[] input) {
    Object whole = outcome(List.of(input), 8192);
    Object cut = outcome(Parsed.cut(new String(input, ISO_8859_1), 1), 1);
    // Of an answer that is whole, one reader may have seen more of what comes after it.
    if (!withoutReuse(whole).equals(withoutReuse(cut))) {
      throw new AssertionError(whole + " is not " + cut);
    }
  }

  private static Object withoutReuse(Object outcome) {
    return outcome instanceof Parsed(var status, var reason, var headers, var body, var trailers, _)
        ? new Parsed(status, reason, headers, body, trailers, false)
        : outcome;
  }

  private static Object outcome(List<byte[]> pieces, int room) {
    try {
      Parsed parsed = Parsed.of(Fetch.GET, pieces, room);
      int length = pieces.stream().mapToInt(piece -> piece.length).sum();
      if (parsed.body().length() > length) {
        throw new AssertionError("a body of " + parsed.body().length() + " bytes of " + length);
      }
      return parsed;
    } catch (IOException e) {
      return e.toString();
    }
  }
}
