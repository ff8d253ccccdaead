package dev.millrace.gateway.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.webserver.http.Handler;
import java.util.List;
import java.util.stream.Stream;

/// What every answer to a client says, errors included. Objects are anybody's, and a browser that
/// comes upon one is to take it for what it is called, to run nothing of it, to show it in no page
/// of others, and to tell no other place of its name.
final class AnswerHeaders {
  /// Made once, as the octets that go out.
  private static final List<Header> ALWAYS =
      List.of(
          HeaderValues.createCached(HeaderNames.create("X-Content-Type-Options"), "nosniff"),
          HeaderValues.createCached(
              HeaderNames.create("Content-Security-Policy"),
              "default-src 'none'; frame-ancestors 'none'; sandbox"),
          HeaderValues.createCached(HeaderNames.create("Referrer-Policy"), "no-referrer"));

  /// RFC 6797: for a year, nothing but HTTPS to this host.
  private static final Header STRICT_TRANSPORT =
      HeaderValues.createCached(
          HeaderNames.create("Strict-Transport-Security"), "max-age=31536000");

  private final List<Header> headers;

  private AnswerHeaders(List<Header> headers) {
    this.headers = headers;
  }

  /// For any port.
  static AnswerHeaders plain() {
    return new AnswerHeaders(ALWAYS);
  }

  /// For a port with TLS whose certificate is one that browsers can know. With one of our own
  /// making, a browser would hold the user to what it does not trust.
  static AnswerHeaders strictTransport() {
    return new AnswerHeaders(Stream.concat(ALWAYS.stream(), Stream.of(STRICT_TRANSPORT)).toList());
  }

  void addTo(ServerResponseHeaders answer) {
    for (Header header : headers) {
      answer.set(header);
    }
  }

  /// `path`, whose answers say all of this.
  Handler on(Handler path) {
    return (request, response) -> {
      addTo(response.headers());
      path.handle(request, response);
    };
  }
}
