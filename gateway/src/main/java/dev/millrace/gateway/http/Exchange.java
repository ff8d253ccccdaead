package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.Believed;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// One request and its response, as the HTTP server hands them over. Used by one thread.
final class Exchange {
  private final ServerRequest request;
  private final ServerResponse response;
  private final long started = System.nanoTime();
  private final String id =
      HexFormat.of().withUpperCase().toHexDigits(ThreadLocalRandom.current().nextLong());

  private @Nullable Believed<?> basis;

  Exchange(ServerRequest request, ServerResponse response) {
    this.request = request;
    this.response = response;
  }

  /// The request's name in the answer (`x-amz-request-id`) and in the log.
  String id() {
    return id;
  }

  /// How long ago the request came, in nanoseconds.
  long age() {
    return System.nanoTime() - started;
  }

  String method() {
    return request.prologue().method().text();
  }

  boolean isHead() {
    return method().equals("HEAD");
  }

  /// Whether it came through TLS.
  boolean isSecure() {
    return request.isSecure();
  }

  /// Whether the client wants the connection closed after the answer. HTTP/2 has other means.
  boolean isLast() {
    return request.prologue().protocolVersion().startsWith("1")
        && request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
  }

  String rawPath() {
    return request.prologue().uriPath().rawPath();
  }

  /// The query as it was sent, empty if there was none.
  String rawQuery() {
    return request.prologue().query().rawValue();
  }

  /// The address the request came from.
  String client() {
    return request.remotePeer().host();
  }

  /// The header's value, of several lines of one list, or null.
  @Nullable String header(HeaderName name) {
    Headers headers = request.headers();
    return headers.contains(name) ? String.join(",", headers.values(name)) : null;
  }

  Preconditions preconditions() {
    return new Preconditions(
        header(HeaderNames.IF_MATCH),
        header(HeaderNames.IF_UNMODIFIED_SINCE),
        header(HeaderNames.IF_NONE_MATCH),
        header(HeaderNames.IF_MODIFIED_SINCE),
        header(HeaderNames.IF_RANGE));
  }

  /// Says what the answer is decided by.
  void restsOn(Believed<?> basis) {
    this.basis = basis;
  }

  /// What the answer is decided by, or null if that is nothing that was remembered.
  @Nullable Believed<?> basis() {
    return basis;
  }

  ServerResponse response() {
    return response;
  }
}
