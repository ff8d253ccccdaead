package dev.millrace.gateway.fleet.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Bucket `mill` of an S3 service in which every key has an object of one size, of 2 MiB at most.
/// It keeps count of what slices it was asked for. Those of objects whose keys begin with `slow` it
/// gives after two seconds only.
final class LabOrigin implements AutoCloseable {
  /// The environment variables that hold the credentials for it.
  static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");

  private static final byte[] BLOCK = new byte[4 << 20];

  static {
    new SplittableRandom(5).nextBytes(BLOCK);
  }

  private static final Duration SLOWNESS = Duration.ofSeconds(2);
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

  private final HttpServer server;
  private final String host;
  private final int size;
  private final ConcurrentLinkedQueue<Fetch> fetches = new ConcurrentLinkedQueue<>();

  /// A slice that was asked for.
  ///
  /// @param at by [System#nanoTime]
  private record Fetch(String slice, long at) {}

  LabOrigin(String host, int size) throws IOException {
    this.host = host;
    this.size = size;
    this.server = HttpServer.create(new InetSocketAddress(host, 0), 128);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/mill/", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://" + host + ":" + server.getAddress().getPort();
  }

  /// Fills `into` with the bytes of an object from `offset` on: a part of one block of random
  /// bytes, which begins elsewhere for every key. It is to cost little, since it shares the machine
  /// with what is measured.
  static void fill(String key, long offset, byte[] into) {
    int begin = Math.floorMod(key.hashCode() * 31, BLOCK.length / 2);
    System.arraycopy(BLOCK, begin + (int) offset, into, 0, into.length);
  }

  /// How often each slice was asked for so far, of the objects whose keys begin so.
  Map<String, Long> fetches(String prefix) {
    return counts(each -> each.slice.startsWith(prefix));
  }

  /// How many slices were asked for between two moments, and how often.
  String summary(long from, long to) {
    Map<String, Long> counts = counts(each -> each.at >= from && each.at < to);
    long times = counts.values().stream().mapToLong(Long::longValue).sum();
    return "the origin was asked for %d slices, %d times in all".formatted(counts.size(), times);
  }

  private Map<String, Long> counts(Predicate<Fetch> wanted) {
    return fetches.stream()
        .filter(wanted)
        .collect(Collectors.groupingBy(Fetch::slice, Collectors.counting()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String key = exchange.getRequestURI().getPath().substring("/mill/".length());
      var headers = exchange.getResponseHeaders();
      headers.set("ETag", "\"1\"");
      headers.set("Last-Modified", "Sat, 21 Nov 2026 11:10:00 GMT");
      String asked = exchange.getRequestHeaders().getFirst("Range");
      Matcher range = RANGE.matcher(asked == null ? "" : asked);
      if (exchange.getRequestMethod().equals("HEAD") || !range.matches()) {
        headers.set("Content-Length", String.valueOf(size));
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      int first = Integer.parseInt(range.group(1));
      int last = Integer.parseInt(range.group(2));
      fetches.add(new Fetch(key + " " + first + "-" + last, System.nanoTime()));
      if (key.startsWith("slow")) {
        LockSupport.parkNanos(SLOWNESS.toNanos());
      }
      byte[] bytes = new byte[last - first + 1];
      fill(key, first, bytes);
      headers.put("Content-Range", List.of("bytes " + first + "-" + last + "/" + size));
      exchange.sendResponseHeaders(206, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
