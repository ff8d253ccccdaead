package dev.millrace.s3.awssdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// As much of S3 as the transfer manager needs to store one object in parts, and to get it part by
/// part, which s3proxy does not do.
final class PartedService implements AutoCloseable {
  private static final Pattern PART = Pattern.compile("partNumber=(\\d+)");

  private final HttpServer server;
  private final Map<Integer, byte[]> parts = new ConcurrentSkipListMap<>();

  private PartedService(HttpServer server) {
    this.server = server;
  }

  static PartedService start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    PartedService service = new PartedService(server);
    server.createContext("/", service::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return service;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void put(int number, byte[] part) {
    parts.put(number, part);
  }

  byte[] content() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.values().forEach(all::writeBytes);
    return all.toByteArray();
  }

  int partCount() {
    return parts.size();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String query = String.valueOf(exchange.getRequestURI().getRawQuery());
      Matcher part = PART.matcher(query);
      int number = part.find() ? Integer.parseInt(part.group(1)) : 0;
      exchange.getResponseHeaders().set("ETag", "\"part-" + number + "\"");
      switch (exchange.getRequestMethod()) {
        case "POST" -> answer(exchange, 200, xml(query).getBytes(UTF_8));
        case "PUT" -> {
          parts.put(number, body);
          answer(exchange, 200, new byte[0]);
        }
        case "GET" -> {
          exchange.getResponseHeaders().set("ETag", "\"object\"");
          exchange.getResponseHeaders().set("x-amz-mp-parts-count", Integer.toString(parts.size()));
          exchange.getResponseHeaders().set("Content-Range", range(number));
          answer(exchange, 206, parts.get(number));
        }
        default -> answer(exchange, 501, new byte[0]);
      }
    }
  }

  private String range(int number) {
    int begin = 0;
    int size = 0;
    for (Map.Entry<Integer, byte[]> part : parts.entrySet()) {
      begin += part.getKey() < number ? part.getValue().length : 0;
      size += part.getValue().length;
    }
    return "bytes %d-%d/%d".formatted(begin, begin + parts.get(number).length - 1, size);
  }

  private static String xml(String query) {
    return query.startsWith("uploads")
        ? "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
        : "<CompleteMultipartUploadResult><ETag>all</ETag></CompleteMultipartUploadResult>";
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
