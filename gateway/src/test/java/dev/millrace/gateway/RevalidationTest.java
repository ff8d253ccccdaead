package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a gateway asks s3proxy again, as somebody between the two sees it.
@Timeout(60)
class RevalidationTest {
  @TempDir private static Path scratch;
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();
  private static S3ProxyOrigin origin;
  private static ScriptedServer between;
  private static TestGateway gateway;

  @BeforeAll
  static void start() throws IOException {
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    between = ScriptedServer.start(RevalidationTest::pass);
    gateway =
        TestGateway.inFrontOf(between.endpoint(), origin.environment(), "facts-time-to-live", "0s");
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    between.close();
    origin.close();
  }

  @BeforeEach
  void forget_what_was_seen() {
    SEEN.clear();
  }

  @Test
  void an_object_that_has_not_changed_is_not_told_of_again() throws Exception {
    origin.put("mill", "same", new byte[] {1, 2, 3});
    for (int i = 0; i < 3; i++) {
      assertThat(gateway.get("/mill/same").body()).isEqualTo(new byte[] {1, 2, 3});
    }
    assertThat(seen("/mill/same"))
        .containsExactly("HEAD 200", "GET 206", "HEAD unless 304", "HEAD unless 304");
  }

  @Test
  void an_object_that_has_changed_is_told_of() throws Exception {
    origin.put("mill", "other", new byte[] {1});
    assertThat(gateway.get("/mill/other").body()).isEqualTo(new byte[] {1});
    origin.put("mill", "other", new byte[] {2, 2});
    assertThat(gateway.get("/mill/other").body()).isEqualTo(new byte[] {2, 2});
    assertThat(seen("/mill/other"))
        .containsExactly("HEAD 200", "GET 206", "HEAD unless 200", "GET 206");
  }

  private static Stream<String> seen(String path) {
    return SEEN.stream()
        .filter(line -> line.contains(" " + path + " "))
        .map(line -> line.replace(" " + path + " ", " "));
  }

  /// Passes a request on over a connection of its own, and the answer back.
  private static void pass(String head, Socket client) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), origin.http().getPort())) {
      server.getOutputStream().write(head.getBytes(ISO_8859_1));
      InputStream in = server.getInputStream();
      String answer = head(in);
      String[] request = head.split(" ", 3);
      // What sees this has the answer: it is noted before.
      SEEN.add(
          request[0]
              + " "
              + request[1]
              + " "
              + (head.contains("\r\nif-none-match: ") ? "unless " : "")
              + answer.split(" ", 3)[1]);
      OutputStream out = client.getOutputStream();
      out.write(answer.getBytes(ISO_8859_1));
      if (request[0].equals("GET")) {
        out.write(in.readNBytes(length(answer)));
      }
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
    return head.toString(ISO_8859_1);
  }

  private static int length(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElseThrow();
  }
}
