package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.upkeep.PurgeReport;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A gateway in front of an origin that gives other bytes under the same ETag.
@Timeout(60)
class PurgeTest {
  private static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");

  @TempDir private static Path folder;
  private volatile String content = "before";
  private volatile String held = "nothing";
  private final CountDownLatch gate = new CountDownLatch(1);
  private ScriptedServer origin;
  private TestGateway gateway;

  @BeforeEach
  void start() throws IOException {
    origin = ScriptedServer.start(this::answer);
    gateway =
        TestGateway.inFrontOf(
            origin.endpoint(),
            KEYS,
            "facts-time-to-live",
            "1h",
            "negative-time-to-live",
            "1h",
            "sealed-keys",
            TestGateway.keyring(folder).toString());
  }

  @AfterEach
  void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  private void answer(String head, Socket client) throws IOException, InterruptedException {
    String bytes = content;
    if (head.startsWith(held)) {
      held = "nothing";
      gate.await();
    }
    String[] facts = {
      head.startsWith("GET") ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK",
      "Content-Length: " + bytes.length(),
      "Content-Range: bytes 0-" + (bytes.length() - 1) + "/" + bytes.length(),
      "ETag: \"same\"",
      "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT"
    };
    if (bytes.isEmpty()) {
      ScriptedServer.write(client, "", "HTTP/1.1 404 Not Found", "Content-Length: 0");
    } else {
      ScriptedServer.write(client, head.startsWith("GET") ? bytes : "", facts);
    }
  }

  private String get(String path) throws Exception {
    return new String(gateway.get(path).body(), StandardCharsets.UTF_8);
  }

  private static void assertComplete(PurgeReport report) {
    assertThat(report.isComplete()).isTrue();
    assertThat(report.nodes()).isEqualTo(1);
  }

  @Test
  void what_is_purged_is_fetched_again_though_its_etag_is_the_same() throws Exception {
    assertThat(get("/mill/a/k")).isEqualTo("before");
    assertThat(get("/mill/a/l")).isEqualTo("before");
    content = "AFTER!";
    assertThat(get("/mill/a/k")).isEqualTo("before");
    assertComplete(gateway.purging().object("a/k"));
    assertThat(get("/mill/a/k")).isEqualTo("AFTER!");
    assertThat(get("/mill/a/l")).isEqualTo("before");
  }

  @Test
  void a_prefix_is_purged_with_all_below_it() throws Exception {
    for (String path : new String[] {"/mill/a/k", "/mill/a/l", "/mill/b"}) {
      assertThat(get(path)).isEqualTo("before");
    }
    content = "AFTER!";
    assertComplete(gateway.purging().prefix("a/"));
    assertThat(get("/mill/a/k")).isEqualTo("AFTER!");
    assertThat(get("/mill/a/l")).isEqualTo("AFTER!");
    assertThat(get("/mill/b")).isEqualTo("before");
    assertComplete(gateway.purging().everything());
    assertThat(get("/mill/b")).isEqualTo("AFTER!");
  }

  @Test
  void facts_are_purged_and_that_there_is_no_such_object_is_too() throws Exception {
    assertThat(get("/mill/k")).isEqualTo("before");
    content = "";
    assertThat(gateway.send("HEAD", "/mill/k").statusCode()).isEqualTo(200);
    gateway.purging().object("k");
    assertThat(gateway.send("HEAD", "/mill/k").statusCode()).isEqualTo(404);
    content = "and longer";
    assertThat(gateway.send("HEAD", "/mill/k").statusCode()).isEqualTo(404);
    gateway.purging().object("k");
    assertThat(get("/mill/k")).isEqualTo("and longer");
  }

  @Test
  void a_fetch_and_a_question_under_way_are_nobody_s_who_asks_later() throws Exception {
    for (String underWay : new String[] {"HEAD /mill/k", "GET /mill/k"}) {
      assertNothingOld(underWay);
    }
  }

  private void assertNothingOld(String underWay) throws Exception {
    content = "before";
    held = underWay;
    gateway.purging().object("k");
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse<byte[]>> early = clients.submit(() -> gateway.get("/mill/k"));
      while (held.equals(underWay)) {
        LockSupport.parkNanos(1_000_000);
      }
      content = "AFTER!";
      gateway.purging().object("k");
      assertThat(get("/mill/k")).isEqualTo("AFTER!");
      gate.countDown();
      assertThat(early.get().statusCode()).isEqualTo(200);
      assertThat(get("/mill/k")).isEqualTo("AFTER!");
    }
  }

  @Test
  void the_sealed_form_is_purged_too() throws Exception {
    byte[] before = gateway.get("/mill/k", "Accept-Encoding", "millrace-seal").body();
    assertThat(gateway.get("/mill/k", "Accept-Encoding", "millrace-seal").body()).isEqualTo(before);
    long fetches = fetches();
    gateway.purging().object("k");
    assertThat(gateway.get("/mill/k", "Accept-Encoding", "millrace-seal").body())
        .isNotEqualTo(before);
    assertThat(fetches()).isEqualTo(fetches + 1);
  }

  private long fetches() {
    return origin.heads().stream().filter(head -> head.startsWith("GET /mill/k")).count();
  }
}
