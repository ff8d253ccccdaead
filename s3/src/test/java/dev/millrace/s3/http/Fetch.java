package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// Requests as the tests make them.
final class Fetch {
  static final HttpRequest GET = new HttpRequest("GET", "/", Headers.NONE);

  private Fetch() {}

  /// A request with a body of known length.
  static HttpRequest put(byte[] body, Header... headers) {
    return new HttpRequest(
        "PUT", "/", Headers.of(List.of(headers)), new BytesBody(body, body.length));
  }

  /// A request with a body in chunks.
  static HttpRequest putInChunks(byte[] body, Header... headers) {
    return new HttpRequest("PUT", "/", Headers.of(List.of(headers)), new BytesBody(body, -1));
  }

  /// The body of the answer to `GET /`.
  static String get(HttpClient client, Route route) throws IOException {
    return body(client, route, GET);
  }

  /// The body of the answer, one character per byte.
  static String body(HttpClient client, Route route, HttpRequest request) throws IOException {
    try (Exchange exchange = client.exchange(route, request)) {
      exchange.send();
      return body(exchange);
    }
  }

  static String body(Exchange exchange) throws IOException {
    return new String(exchange.stream().readAllBytes(), ISO_8859_1);
  }

  private record BytesBody(byte[] bytes, long length) implements RequestBody {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes);
    }
  }
}
