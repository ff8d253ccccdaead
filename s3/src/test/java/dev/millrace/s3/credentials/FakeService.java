package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A service on 127.0.0.1 that plays one of AWS's that hand out keys.
final class FakeService implements AutoCloseable {
  /// A request that came in.
  ///
  /// @param line the method and the path
  record Asked(String line, Headers headers, String body) {
    String header(String name) {
      return String.valueOf(headers.getFirst(name));
    }
  }

  record Reply(int status, String body) {}

  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  FakeService(Function<Asked, Reply> script) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, script));
    server.start();
  }

  private void answer(HttpExchange exchange, Function<Asked, Reply> script) throws IOException {
    try (exchange) {
      Asked question =
          new Asked(
              exchange.getRequestMethod() + " " + exchange.getRequestURI(),
              exchange.getRequestHeaders(),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      asked.add(question);
      Reply reply = script.apply(question);
      byte[] body = reply.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /// `http://127.0.0.1:PORT`.
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  List<String> lines() {
    return asked.stream().map(Asked::line).toList();
  }

  /// Keys as EC2 and ECS write them.
  static Reply json(String keyId, Instant end) {
    return new Reply(
        200,
        """
        {"Code": "Success", "LastUpdated": "2026-11-03T09:00:00Z", "Type": "AWS-HMAC",
         "Nested": {"AccessKeyId": "no", "list": [1, {}]}, "Count": 3,
         "AccessKeyId": "%s", "SecretAccessKey": "hush", "Token": "hush-token",
         "Expiration": "%s"}
        """
            .formatted(keyId, end));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
