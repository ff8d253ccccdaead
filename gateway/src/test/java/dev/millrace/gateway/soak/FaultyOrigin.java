package dev.millrace.gateway.soak;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.millrace.gateway.soak.Bucket.StoredObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An S3 service with bucket `mill`, which fails when it is told to.
final class FaultyOrigin implements AutoCloseable {
  /// What it does instead of answering well.
  enum Fault {
    NONE,
    /// Answers 503.
    UNAVAILABLE,
    /// Closes the connection in the middle of the body, or before an answer without one.
    BREAKING_OFF,
    /// Says nothing for as long as this lasts.
    SILENT,
    /// Sends a piece of the body only now and then.
    SLOW
  }

  /// The environment variables that hold the credentials for it.
  static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");

  private static final int PIECE = 64 << 10;
  private static final long BETWEEN_PIECES = Duration.ofMillis(100).toNanos();
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

  private final Bucket bucket;
  private final HttpServer server;
  private final List<Failing> failings = new CopyOnWriteArrayList<>();
  private volatile Fault fault = Fault.NONE;

  /// From when to when it failed, by [System#nanoTime].
  private record Failing(long from, long to) {}

  FaultyOrigin(Bucket bucket) throws IOException {
    this.bucket = bucket;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/mill", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Fails for so long.
  void fail(Fault how, Duration time) {
    long from = System.nanoTime();
    fault = how;
    // Until it is over, it is so for ever.
    failings.add(new Failing(from, from + Duration.ofDays(1).toNanos()));
    LockSupport.parkNanos(time.toNanos());
    fault = Fault.NONE;
    failings.set(failings.size() - 1, new Failing(from, System.nanoTime()));
  }

  /// Whether it failed at some time between two moments.
  boolean failed(long from, long to) {
    return failings.stream().anyMatch(each -> each.from < to && each.to > from);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Fault now = fault;
      while (fault == Fault.SILENT) {
        LockSupport.parkNanos(BETWEEN_PIECES);
      }
      if (now == Fault.UNAVAILABLE) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      String path = exchange.getRequestURI().getPath();
      StoredObject object = path.length() < 7 ? null : bucket.of(path.substring("/mill/".length()));
      if (object == null) {
        exchange.sendResponseHeaders(path.length() < 7 ? 200 : 404, -1);
      } else {
        answer(exchange, object, now);
      }
    }
  }

  private static void answer(HttpExchange exchange, StoredObject object, Fault fault)
      throws IOException {
    Headers asked = exchange.getRequestHeaders();
    Headers said = exchange.getResponseHeaders();
    String etag = object.etag();
    said.set("ETag", etag);
    said.set("Last-Modified", "Sat, 21 Nov 2026 11:10:00 GMT");
    String ifMatch = asked.getFirst("If-Match");
    Matcher range = RANGE.matcher(String.valueOf(asked.getFirst("Range")));
    if (ifMatch != null && !ifMatch.equals(etag)) {
      exchange.sendResponseHeaders(412, -1);
    } else if (etag.equals(asked.getFirst("If-None-Match"))) {
      exchange.sendResponseHeaders(304, -1);
    } else if (!range.matches()) {
      if (fault == Fault.BREAKING_OFF) {
        throw brokenOff();
      }
      said.set("Content-Length", String.valueOf(object.size()));
      exchange.sendResponseHeaders(200, -1);
    } else {
      int first = Integer.parseInt(range.group(1));
      int last = Math.min(Integer.parseInt(range.group(2)), object.size() - 1);
      said.set("Content-Range", "bytes " + first + "-" + last + "/" + object.size());
      exchange.sendResponseHeaders(206, last - first + 1);
      send(exchange.getResponseBody(), object.bytes(etag, first, last - first + 1), fault);
    }
  }

  private static void send(OutputStream out, byte[] bytes, Fault fault) throws IOException {
    int sent = fault == Fault.BREAKING_OFF ? bytes.length / 2 : bytes.length;
    for (int at = 0; at < sent; at += PIECE) {
      if (fault == Fault.SLOW) {
        LockSupport.parkNanos(BETWEEN_PIECES);
      }
      out.write(bytes, at, Math.min(PIECE, sent - at));
      out.flush();
    }
    if (sent < bytes.length) {
      throw brokenOff();
    }
  }

  /// Ends the connection. Where an exchange is closed that is not at its end, the server keeps what
  /// it knows of the connection for good: 90 KB each, and it has thousands in an hour.
  private static IOException brokenOff() {
    return new IOException("broken off");
  }

  @Override
  public void close() {
    fault = Fault.NONE;
    server.stop(0);
  }
}
