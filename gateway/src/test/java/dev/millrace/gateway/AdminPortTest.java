package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.ScriptedServer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The admin port of a gateway that runs.
@Timeout(60)
class AdminPortTest {
  private static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");

  private static final List<String> WRONG =
      List.of(
          "",
          "?",
          "?what=a",
          "?key=a&prefix=b",
          "?key=a&key=b",
          "?key",
          "?prefix",
          "?prefix=",
          "?everything=no",
          "?key=%C3",
          "?key=a%00b",
          "?key=" + "a".repeat(1025));

  @TempDir Path folder;

  @Test
  void a_gateway_that_serves_is_live_and_shows_the_certificate_that_clients_trust()
      throws Exception {
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0")) {
      HttpResponse<String> live = gateway.admin("GET", "/health/live");
      assertThat(live.statusCode()).isEqualTo(200);
      assertThat(live.body()).isEqualTo("live\n");
      assertThat(gateway.admin("POST", "/health/live").statusCode()).isEqualTo(405);
      assertThat(gateway.admin("GET", "/mill/k").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_connection_ends_with_the_answer_to_whoever_says_close() throws Exception {
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0");
        Socket socket =
            TestGateway.trust()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.adminPort())) {
      String request = "GET /health/live HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 200 ")
          .containsIgnoringCase("\r\nConnection: close\r\n")
          .endsWith("\r\n\r\nlive\n");
    }
  }

  @Test
  void objects_are_not_served_there_and_health_not_elsewhere() throws Exception {
    Files.writeString(folder.resolve("k"), "v");
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0")) {
      assertThat(gateway.admin("GET", "/mill/k").statusCode()).isEqualTo(404);
      assertThat(gateway.get("/health/live").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_gateway_is_ready_while_its_origin_answers() throws Exception {
    AtomicBoolean gone = new AtomicBoolean();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) ->
                ScriptedServer.write(client, "", status(head, gone.get()), "Content-Length: 0"));
        TestGateway gateway =
            TestGateway.inFrontOf(origin.endpoint(), KEYS, "admin-port", "0", "attempts", "1")) {
      // The first probe comes by itself.
      while (gateway.admin("GET", "/health/ready").statusCode() != 200) {
        assertThat(gone).isFalse();
      }
      assertReady(gateway, 200, "ready");
      gone.set(true);
      assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(502);
      assertReady(gateway, 503, "origin: ");
      gone.set(false);
      assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(404);
      assertReady(gateway, 200, "ready");
    }
  }

  @Test
  void who_has_the_token_purges_and_warms_up() throws Exception {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    for (String key : List.of("a", "b +ü")) {
      Files.writeString(objects.resolve(key), "v");
    }
    Path token = TestGateway.token(folder);
    String[] allowed = {"Authorization", "Bearer a-secret-of-operators"};
    try (TestGateway gateway =
        TestGateway.serving(
            objects,
            "admin-port",
            "0",
            "admin-token",
            token.toString(),
            "facts-time-to-live",
            "1h")) {
      assertThat(gateway.admin("POST", "/purge?everything").statusCode()).isEqualTo(401);
      assertThat(gateway.admin("GET", "/purge?everything", allowed).statusCode()).isEqualTo(405);
      assertThat(gateway.admin("POST", "/warm-up?prefix=", allowed).body())
          .isEqualTo("done: 2 objects, 2 bytes; 0 left out, 0 failed\n");
      String before = "v";
      Map<String, String> kinds = new LinkedHashMap<>();
      kinds.put("key=b%20+%C3%BC", "\"b +ü\"");
      kinds.put("key=b%20%2B%C3%BC", "\"b +ü\"");
      kinds.put("prefix=b", "all that begins with \"b\"");
      kinds.put("everything", "everything");
      for (String what : kinds.keySet()) {
        Files.writeString(objects.resolve("b +ü"), "after " + what);
        assertContent(gateway, before);
        HttpResponse<String> purged = gateway.admin("POST", "/purge?" + what, allowed);
        assertThat(purged.body()).isEqualTo("purged " + kinds.get(what) + " on 1 node\n");
        assertThat(purged.statusCode()).isEqualTo(200);
        before = "after " + what;
        assertContent(gateway, before);
      }
      for (String wrong : WRONG) {
        HttpResponse<String> refused = gateway.admin("POST", "/purge" + wrong, allowed);
        assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
        assertThat(refused.body()).doesNotContain("purged");
      }
      assertThat(gateway.admin("POST", "/warm-up", allowed).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void there_is_one_warm_up_at_a_time_which_can_be_cancelled() throws Exception {
    CountDownLatch listing = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    String[] allowed = {"Authorization", "Bearer a-secret-of-operators"};
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.contains("list-type")) {
                listing.countDown();
                cancelled.await();
              }
              ScriptedServer.write(client, "", status(head, false), "Content-Length: 0");
            });
        TestGateway gateway =
            TestGateway.inFrontOf(
                origin.endpoint(),
                KEYS,
                "admin-port",
                "0",
                "admin-token",
                TestGateway.token(folder).toString(),
                "attempts",
                "1")) {
      assertThat(gateway.admin("DELETE", "/warm-up", allowed).statusCode()).isEqualTo(404);
      CompletableFuture<String> first = new CompletableFuture<>();
      Thread.startVirtualThread(() -> {
        try {
          first.complete(gateway.operate("/warm-up?prefix=").body());
        } catch (Exception e) {
          first.completeExceptionally(e);
        }
      });
      listing.await();
      HttpResponse<String> second = gateway.operate("/warm-up?prefix=a");
      assertThat(second.statusCode()).isEqualTo(409);
      assertThat(second.body()).startsWith("under way: 0 objects");
      assertThat(gateway.admin("DELETE", "/warm-up").statusCode()).isEqualTo(401);
      assertThat(gateway.admin("DELETE", "/warm-up", allowed).body()).startsWith("cancelled: ");
      assertThat(gateway.admin("DELETE", "/warm-up", allowed).statusCode()).isEqualTo(404);
      cancelled.countDown();
      assertThat(first.join()).startsWith("cancelled: ");
    }
  }

  private static void assertContent(TestGateway gateway, String content) throws Exception {
    assertThat(gateway.get("/mill/b%20%2B%C3%BC").body()).asString(UTF_8).isEqualTo(content);
  }

  private static String status(String head, boolean isGone) {
    if (isGone) {
      return "HTTP/1.1 503 Service Unavailable";
    }
    return head.contains("/mill/") && !head.contains("/mill/ ")
        ? "HTTP/1.1 404 Not Found"
        : "HTTP/1.1 200 OK";
  }

  private static void assertReady(TestGateway gateway, int status, String text) throws Exception {
    HttpResponse<String> answer = gateway.admin("GET", "/health/ready");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith(text);
  }
}
