package dev.millrace.gateway.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Bucket `mill` of an S3 service in which every key has an object of one size, with bytes that
/// follow from the key. It keeps count of what is asked of it, and holds answers back on request.
public final class CountingOrigin implements AutoCloseable {
  static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");

  private static final Pattern RANGE =
      Pattern.compile("GET /mill/(\\S+) .*range: bytes=(\\d+)-(\\d+)\r\n.*", Pattern.DOTALL);

  private final ScriptedServer server;
  private final int size;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile String etag = "\"1\"";

  public CountingOrigin(int size) throws IOException {
    this.size = size;
    this.server = ScriptedServer.start(this::answer);
  }

  public URI endpoint() {
    return server.endpoint();
  }

  /// The object under `key`.
  byte[] bytes(String key) {
    byte[] bytes = new byte[size];
    new SplittableRandom((key + etag).hashCode()).nextBytes(bytes);
    return bytes;
  }

  /// From now on all objects are other versions of themselves.
  void change() {
    etag = "\"2\"";
  }

  /// From now on bytes wait until the latch is released.
  public CountDownLatch hold() {
    CountDownLatch held = new CountDownLatch(1);
    gate = held;
    return held;
  }

  /// What bytes were asked for so far: `KEY FIRST-LAST`, each as often as it was.
  public List<String> fetches() {
    return server.heads().stream()
        .map(RANGE::matcher)
        .filter(Matcher::matches)
        .map(range -> range.group(1) + " " + range.group(2) + "-" + range.group(3))
        .toList();
  }

  private void answer(String head, Socket client) throws IOException, InterruptedException {
    Matcher range = RANGE.matcher(head);
    String key = head.split("[ ?]", 3)[1].replaceFirst("^/mill/?", "");
    boolean isCurrent = !head.contains("if-match:") || head.contains("if-match: " + etag);
    if (!isCurrent) {
      ScriptedServer.write(client, "", "HTTP/1.1 412 Precondition Failed", "Content-Length: 0");
    } else if (range.matches()) {
      gate.await();
      int first = Integer.parseInt(range.group(2));
      int last = Integer.parseInt(range.group(3));
      ScriptedServer.write(
          client,
          new String(bytes(key), first, last - first + 1, ISO_8859_1),
          "HTTP/1.1 206 Partial Content",
          "Content-Range: bytes " + first + "-" + last + "/" + size,
          "Content-Length: " + (last - first + 1),
          "ETag: " + etag,
          "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
    } else {
      ScriptedServer.write(
          client,
          "",
          "HTTP/1.1 200 OK",
          "Content-Length: " + size,
          "ETag: " + etag,
          "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
    }
  }

  @Override
  public void close() throws IOException {
    gate.countDown();
    server.close();
  }
}
