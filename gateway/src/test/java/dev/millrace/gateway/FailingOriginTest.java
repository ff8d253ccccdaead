package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A gateway in front of an origin that fails in every way an origin can.
@Timeout(60)
class FailingOriginTest {
  @ParameterizedTest
  @ValueSource(ints = {500, 503})
  void an_origin_that_fails_and_recovers_is_asked_again(int status) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.contains("/mill/k") && asked.incrementAndGet() % 2 == 1) {
                fail(client, status);
              } else {
                ScriptedObject.serve(head, client);
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertThat(gateway.get("/mill/k").body()).asString().isEqualTo("0123456789");
      assertThat(asked).hasValue(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503})
  void an_origin_that_keeps_failing_is_a_bad_gateway(int status) throws Exception {
    try (ScriptedServer origin = ScriptedServer.start((_, client) -> fail(client, status));
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 502, "origin failed");
      assertThat(origin.heads().stream().filter(head -> head.contains("/mill/k"))).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {405, 409, 411, 414, 431})
  void what_an_origin_refuses_is_not_asked_again_and_says_that_it_is_there(int status)
      throws Exception {
    try (ScriptedServer origin = ScriptedServer.start((_, client) -> fail(client, status));
        TestGateway gateway =
            TestGateway.inFrontOf(origin.endpoint(), "admin-port", "0", "attempts", "3")) {
      assertFailure(gateway.get("/mill/k"), 502, "origin refuses");
      assertThat(origin.heads().stream().filter(head -> head.contains("/mill/k"))).hasSize(1);
      assertThat(gateway.admin("GET", "/health/ready").body()).isEqualTo("ready\n");
    }
  }

  @Test
  void an_origin_that_is_asked_too_often_is_asked_again() throws Exception {
    try (ScriptedServer origin = ScriptedServer.start((_, client) -> fail(client, 429));
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 502, "origin failed");
      assertThat(origin.heads().stream().filter(head -> head.contains("/mill/k"))).hasSize(3);
    }
  }

  @Test
  void an_origin_that_cannot_be_reached_is_a_bad_gateway_and_hinders_no_start() throws Exception {
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    try (TestGateway gateway = TestGateway.inFrontOf(URI.create("http://127.0.0.1:" + nobody))) {
      assertFailure(gateway.get("/mill/k"), 502, "origin failed");
      assertFailure(gateway.get("/mill?list-type=2"), 502, "origin failed");
      gateway.logged(line -> line.contains("127.0.0.1:" + nobody));
    }
  }

  @Test
  void an_origin_that_says_nothing_is_a_gateway_timeout() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer origin = ScriptedServer.start((_, _) -> never.await());
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 504, "timed out");
    }
  }

  @Test
  void an_origin_that_stalls_before_the_body_is_a_gateway_timeout() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("HEAD")) {
                ScriptedObject.serve(head, client);
              } else {
                ScriptedServer.write(client, "", ScriptedObject.BYTES);
                never.await();
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 504, "timed out");
    }
  }

  @Test
  void an_origin_that_stalls_in_the_middle_cuts_the_answer_short() throws Exception {
    try (ScriptedServer origin = stallingInTheMiddle(ScriptedObject.LARGE);
        TestGateway gateway = inFrontOf(origin)) {
      assertThatThrownBy(() -> gateway.get("/mill/k")).isInstanceOf(IOException.class);
      assertThat(gateway.logged(line -> line.contains("/mill/k"))).contains("cut short");
    }
  }

  @Test
  void an_origin_that_stalls_in_the_middle_of_a_small_object_timed_out() throws Exception {
    try (ScriptedServer origin = stallingInTheMiddle(10);
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 504, "timed out");
    }
  }

  private static ScriptedServer stallingInTheMiddle(int size) throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    return ScriptedServer.start((head, client) -> {
      if (head.startsWith("HEAD /mill/k ")) {
        ScriptedServer.write(client, "", ScriptedObject.facts(size));
      } else if (head.startsWith("HEAD")) {
        ScriptedObject.serve(head, client);
      } else {
        if (head.contains("bytes=0-")) {
          ScriptedServer.write(client, "01234", ScriptedObject.bytes(size));
        }
        never.await();
      }
    });
  }

  @Test
  void a_body_that_breaks_off_is_resumed_from_its_last_byte() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.contains("bytes=0-")) {
                ScriptedServer.write(client, "01234", ScriptedObject.BYTES);
                client.close();
              } else if (head.contains("bytes=5-")) {
                ScriptedServer.write(
                    client,
                    "56789",
                    "HTTP/1.1 206 Partial Content",
                    "Content-Length: 5",
                    "Content-Range: bytes 5-9/10",
                    "ETag: \"1\"",
                    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
              } else {
                ScriptedObject.serve(head, client);
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertThat(gateway.get("/mill/k").body()).asString().isEqualTo("0123456789");
    }
  }

  @Test
  void an_origin_that_lies_about_the_length_is_a_bad_gateway() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("HEAD")) {
                ScriptedObject.serve(head, client);
              } else {
                ScriptedServer.write(
                    client,
                    "0123456789abcdef",
                    "HTTP/1.1 206 Partial Content",
                    "Content-Length: 16",
                    "Content-Range: bytes 0-9/10",
                    "ETag: \"1\"");
                client.close();
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 502, "origin failed");
    }
  }

  @Test
  void an_origin_that_ignores_ranges_is_a_bad_gateway_not_a_download() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("HEAD")) {
                ScriptedServer.write(
                    client,
                    "",
                    "HTTP/1.1 200 OK",
                    "Content-Length: 5000000000",
                    "ETag: \"1\"",
                    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
              } else {
                ScriptedServer.write(
                    client,
                    "0",
                    "HTTP/1.1 200 OK",
                    "Content-Length: 5000000000",
                    "ETag: \"1\"",
                    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
                client.close();
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 502, "origin failed");
    }
  }

  @Test
  void an_origin_that_changes_the_object_all_the_time_never_yields_mixed_bytes() throws Exception {
    AtomicInteger version = new AtomicInteger();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              int now = version.incrementAndGet();
              if (head.startsWith("HEAD")) {
                ScriptedServer.write(
                    client,
                    "",
                    "HTTP/1.1 200 OK",
                    "Content-Length: 10",
                    "ETag: \"" + now + "\"",
                    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
              } else {
                ScriptedServer.write(
                    client, "", "HTTP/1.1 412 Precondition Failed", "Content-Length: 0");
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      assertFailure(gateway.get("/mill/k"), 502, "keeps changing");
    }
  }

  @Test
  void an_origin_that_fails_leaves_what_is_known_to_be_served_and_marked_as_stale()
      throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (fails.get()) {
                fail(client, 503);
              } else {
                ScriptedObject.serve(head, client);
              }
            });
        TestGateway gateway =
            inFrontOf(origin, "facts-time-to-live", "0s", "stale-if-error", "1h")) {
      HttpResponse<byte[]> fresh = gateway.get("/mill/k");
      assertThat(fresh.headers().map()).doesNotContainKeys("age", "cache-status");
      fails.set(true);
      int asked = origin.heads().size();
      for (int i = 0; i < 20; i++) {
        HttpResponse<byte[]> stale = gateway.get("/mill/k");
        assertThat(stale.body()).asString().isEqualTo("0123456789");
        assertThat(stale.headers().firstValue("age")).get().asString().matches("\\d+");
        assertThat(stale.headers().firstValue("cache-status"))
            .get()
            .asString()
            .matches("millrace; hit; ttl=-\\d+");
      }
      gateway.logged(line -> line.endsWith(" memory, stale"));
      // Three attempts of one question, and of another after each pause.
      assertThat(origin.heads().size() - asked).isBetween(3, 19);
      assertFailure(gateway.get("/mill/other"), 502, "origin failed");
    }
  }

  @Test
  void an_origin_that_says_the_object_is_gone_has_not_failed() throws Exception {
    AtomicBoolean gone = new AtomicBoolean();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (gone.get()) {
                fail(client, 404);
              } else {
                ScriptedObject.serve(head, client);
              }
            });
        TestGateway gateway =
            inFrontOf(origin, "facts-time-to-live", "0s", "stale-if-error", "1h")) {
      assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(200);
      gone.set(true);
      assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void that_there_is_no_such_object_is_believed_where_that_is_wanted() throws Exception {
    try (ScriptedServer origin = ScriptedServer.start((_, client) -> fail(client, 404));
        TestGateway gateway = inFrontOf(origin, "negative-time-to-live", "1h")) {
      for (int i = 0; i < 3; i++) {
        assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(404);
      }
      assertThat(origin.heads().stream().filter(head -> head.contains("/mill/k"))).hasSize(1);
    }
  }

  @Test
  void a_slow_answer_outlasts_the_client_timeout_over_http_2() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("GET")) {
                assertThat(slow.await(500, TimeUnit.MILLISECONDS)).isFalse();
              }
              ScriptedObject.serve(head, client);
            });
        TestGateway gateway =
            TestGateway.inFrontOf(
                origin.endpoint(), "client-timeout", "100ms", "read-timeout", "5s")) {
      HttpResponse<byte[]> response = gateway.get("/mill/k");
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.body()).asString().isEqualTo("0123456789");
    }
  }

  @Test
  void metadata_that_is_not_ascii_comes_encoded() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("HEAD")) {
                String[] facts =
                    Arrays.copyOf(ScriptedObject.FACTS, ScriptedObject.FACTS.length + 1);
                // Each character is one octet: "café" in UTF-8.
                facts[ScriptedObject.FACTS.length] = "x-amz-meta-name: caf\u00c3\u00a9";
                ScriptedServer.write(client, "", facts);
              } else {
                ScriptedObject.serve(head, client);
              }
            });
        TestGateway gateway = inFrontOf(origin)) {
      HttpResponse<byte[]> response = gateway.get("/mill/k");
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.headers().firstValue("x-amz-meta-name")).contains("=?UTF-8?B?Y2Fmw6k=?=");
    }
  }

  private static TestGateway inFrontOf(ScriptedServer origin, String... more) throws IOException {
    String[] flags =
        Stream.concat(Stream.of("read-timeout", "300ms", "attempts", "3"), Arrays.stream(more))
            .toArray(String[]::new);
    return TestGateway.inFrontOf(origin.endpoint(), flags);
  }

  private static void fail(Socket client, int status) throws IOException {
    ScriptedServer.write(client, "", "HTTP/1.1 " + status + " Failed", "Content-Length: 0");
  }

  private static void assertFailure(HttpResponse<byte[]> response, int status, String said) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).asString().contains("<Message>").contains(said);
  }
}
