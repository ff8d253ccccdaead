package dev.millrace.s3.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Status and headers of an answer (RFC 9112, sections 4 and 5).
///
/// Read strictly: what other readers might understand differently is refused, as a differing
/// understanding is what smuggled answers live on. So are lines beyond [Input#LONGEST_LINE], more
/// than [#MOST_HEADERS] headers, and more than [#LONGEST] bytes of them.
///
/// @param status from 100 to 999
/// @param reason for people; may be empty
/// @param persistent whether the connection may be used again, by this head
public record ResponseHead(int status, String reason, Headers headers, boolean persistent) {
  static final int MOST_HEADERS = 200;
  static final int LONGEST = 64 << 10;

  static ResponseHead read(Input in) throws IOException {
    String line = in.line();
    boolean http11 = line.startsWith("HTTP/1.1 ");
    if (!http11 && !line.startsWith("HTTP/1.0 ")) {
      throw new ProtocolException("the answer is not HTTP/1.1");
    }
    int status = status(line);
    String reason = line.length() > 13 ? line.substring(13) : "";
    if (!Grammar.isText(reason)) {
      throw new ProtocolException("the answer's reason has characters that are not allowed");
    }
    Headers headers = headers(in);
    Predicate<String> close = "close"::equalsIgnoreCase;
    return new ResponseHead(
        status, reason, headers, http11 && !headers.anyMember("connection", close));
  }

  /// Headers, or trailers, up to the empty line.
  static Headers headers(Input in) throws IOException {
    List<Header> list = new ArrayList<>(16);
    int length = 0;
    for (String line = in.line(); !line.isEmpty(); line = in.line()) {
      length += line.length();
      if (list.size() == MOST_HEADERS || length > LONGEST) {
        throw new ProtocolException("there are more headers than " + MOST_HEADERS + ", or longer");
      }
      list.add(header(line));
    }
    return list.isEmpty() ? Headers.NONE : Headers.of(list);
  }

  boolean isInterim() {
    return status < 200;
  }

  private static int status(String line) throws ProtocolException {
    int status = line.length() >= 12 ? (int) Grammar.decimal(line.substring(9, 12)) : -1;
    if (status < 100 || (line.length() > 12 && line.charAt(12) != ' ')) {
      throw new ProtocolException("the answer has no status");
    }
    return status;
  }

  private static Header header(String line) throws ProtocolException {
    int colon = line.indexOf(':');
    if (colon > 0) {
      try {
        return new Header(
            line.substring(0, colon), Grammar.trimmed(line, colon + 1, line.length()));
      } catch (IllegalArgumentException e) {
        throw malformed(e);
      }
    }
    throw malformed(null);
  }

  private static ProtocolException malformed(@Nullable Throwable cause) {
    ProtocolException malformed = new ProtocolException("the answer has a malformed header");
    malformed.initCause(cause);
    return malformed;
  }
}
