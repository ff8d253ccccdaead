package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a gateway counts, as its admin port tells it, against what was done.
@Timeout(60)
class MetricsTest {
  @TempDir Path folder;

  private static Scrape scrape(TestGateway gateway) throws Exception {
    HttpResponse<String> page = gateway.admin("GET", "/metrics");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    return Scrape.of(page.body());
  }

  /// Asks until it is so: some things come about after the answer that causes them.
  private static Scrape scrapeUntil(TestGateway gateway, Predicate<Scrape> wanted)
      throws Exception {
    Scrape scrape = scrape(gateway);
    while (!wanted.test(scrape)) {
      scrape = scrape(gateway);
    }
    return scrape;
  }

  private static ScriptedServer origin() throws Exception {
    return ScriptedServer.start((head, client) -> {
      if (head.contains("/mill/none")) {
        ScriptedServer.write(client, "", "HTTP/1.1 404 Not Found", "Content-Length: 0");
      } else {
        ScriptedObject.serve(head, client);
      }
    });
  }

  @Test
  void counters_move_by_what_was_done() throws Exception {
    try (ScriptedServer origin = origin();
        TestGateway gateway =
            TestGateway.inFrontOf(
                origin.endpoint(), "admin-port", "0", "facts-time-to-live", "1h")) {
      assertThat(gateway.get("/mill/k").body()).asString().isEqualTo("0123456789");
      scrapeUntil(gateway, scrape -> scrape.value("millrace_store_entries") == 1);
      assertThat(gateway.get("/mill/k", "Range", "bytes=2-4").body()).asString().isEqualTo("234");
      assertThat(gateway.send("HEAD", "/mill/k").statusCode()).isEqualTo(200);
      int error = gateway.get("/mill/none").body().length;
      gateway.logged(line -> line.contains("/mill/none"));

      // Who answers a request leaves it a moment after its client has all of it.
      Scrape scrape = scrapeUntil(gateway, each -> each.value("millrace_requests_active") == 0);
      String requests = "millrace_requests_total";
      assertThat(scrape.value(requests)).isEqualTo(4);
      assertThat(scrape.value(requests, "method", "get", "status", "2xx", "source", "origin"))
          .isEqualTo(1);
      assertThat(scrape.value(requests, "method", "get", "status", "2xx", "source", "memory"))
          .isEqualTo(1);
      assertThat(scrape.value(requests, "method", "head", "status", "2xx", "source", "none"))
          .isEqualTo(1);
      assertThat(scrape.value(requests, "method", "get", "status", "4xx", "source", "none"))
          .isEqualTo(1);
      assertThat(scrape.value("millrace_response_body_bytes_total")).isEqualTo(10 + 3 + error);
      assertThat(scrape.value("millrace_requests_cut_total")).isZero();
      assertThat(scrape.count("millrace_request_duration_seconds", "source", "memory"))
          .isEqualTo(1);
      assertThat(scrape.count("millrace_request_duration_seconds")).isEqualTo(4);
      assertThat(scrape.count("millrace_request_first_byte_seconds")).isEqualTo(4);
      assertThat(scrape.value("millrace_slice_lookups_total", "result", "miss")).isEqualTo(1);
      assertThat(scrape.value("millrace_slice_lookups_total", "result", "hit")).isEqualTo(1);
      assertThat(scrape.value("millrace_slice_sent_bytes_total", "source", "origin")).isEqualTo(10);
      assertThat(scrape.value("millrace_slice_sent_bytes_total", "source", "memory")).isEqualTo(3);
      assertOrigin(scrape);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "malformed, 'GET /mill/k HTTP/1.1||'",
    "malformed, 'GET /mill/k HTTP/1.1|Host: h|X: a| b||'",
    "malformed, 'GET /mill/k HTTP/1.1|Host: h|Content-Length: 5|Transfer-Encoding: chunked||'",
    "encoding, 'GET /mill/k HTTP/1.1|Host: h|Transfer-Encoding: gzip, chunked||'",
    "version, 'GET /mill/k HTTP/1.0|Host: h||'",
    "flood, 'PRI * HTTP/2.0||SM||'"
  })
  void what_the_server_refuses_by_itself_is_counted_by_why(String reason, String lines)
      throws Exception {
    String flood = reason.equals("flood") ? "\0\0\10\6\0\0\0\0\0pingpong".repeat(1_100) : "";
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0");
        Socket socket = gateway.connected(TestGateway.Port.TLS)) {
      String request = lines.replace("|", "\r\n") + flood;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String refused = "millrace_requests_refused_total";
      Scrape scrape = scrapeUntil(gateway, each -> each.value(refused) > 0);
      assertThat(scrape.value(refused, "reason", reason)).isEqualTo(1);
      assertThat(scrape.value(refused)).isEqualTo(1);
      assertThat(scrape.value("millrace_requests_total")).isZero();
      assertThat(gateway.log()).isEmpty();
    }
  }

  private static void assertOrigin(Scrape scrape) {
    String requests = "millrace_origin_requests_total";
    assertThat(scrape.value(requests, "question", "facts", "result", "ok")).isEqualTo(1);
    assertThat(scrape.value(requests, "question", "facts", "result", "no_such_key")).isEqualTo(1);
    assertThat(scrape.value(requests, "question", "slice", "result", "ok")).isEqualTo(1);
    assertThat(scrape.value("millrace_origin_received_bytes_total")).isEqualTo(10);
    assertThat(scrape.value("millrace_origin_retries_total")).isZero();
    assertThat(scrape.count("millrace_origin_first_byte_seconds", "question", "slice"))
        .isEqualTo(1);
    assertThat(scrape.value("millrace_facts_lookups_total", "result", "miss")).isEqualTo(2);
    assertThat(scrape.value("millrace_facts_lookups_total", "result", "hit")).isEqualTo(2);
  }

  @Test
  void an_origin_that_breaks_off_is_counted_as_such_and_so_are_retries() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("HEAD ")) {
                ScriptedServer.write(client, "", ScriptedObject.facts(ScriptedObject.LARGE));
              } else {
                ScriptedServer.write(client, "0123", ScriptedObject.bytes(ScriptedObject.LARGE));
                client.close();
              }
            });
        TestGateway gateway =
            TestGateway.inFrontOf(origin.endpoint(), "admin-port", "0", "attempts", "2")) {
      assertThatThrownBy(() -> gateway.get("/mill/k")).isInstanceOf(IOException.class);
      gateway.logged(line -> line.contains("cut short"));
      Scrape scrape =
          scrapeUntil(
              gateway,
              each -> each.value("millrace_origin_requests_total", "result", "unavailable") == 2);
      assertThat(scrape.value("millrace_origin_retries_total")).isEqualTo(1);
      assertThat(scrape.value("millrace_origin_received_bytes_total")).isEqualTo(4);
      assertThat(scrape.value("millrace_requests_cut_total")).isEqualTo(1);
      assertThat(gateway.admin("GET", "/health/ready").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void handshakes_are_counted_as_full_or_resumed() throws Exception {
    Files.writeString(folder.resolve("k"), "v");
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0")) {
      var trust = TestGateway.trust();
      for (int i = 0; i < 2; i++) {
        try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
          client.send(
              HttpRequest.newBuilder(URI.create(gateway.url("/mill/k"))).build(),
              BodyHandlers.ofString());
        }
      }
      Scrape scrape =
          scrapeUntil(gateway, each -> each.value("millrace_connections_ended_total") == 2);
      // One more is that of who asks for this.
      assertThat(scrape.value("millrace_tls_handshakes_total")).isEqualTo(3);
      assertThat(scrape.value("millrace_tls_handshakes_total", "kind", "resumed")).isEqualTo(1);
    }
  }

  @Test
  void connections_are_open_from_their_acceptance_on_whatever_is_spoken_over_them()
      throws Exception {
    try (TestGateway gateway =
        TestGateway.serving(folder, "admin-port", "0", "http-port", "0", "tls", "jdk")) {
      InetAddress here = InetAddress.getLoopbackAddress();
      try (Socket _ = new Socket(here, gateway.port());
          Socket _ = new Socket(here, gateway.httpPort());
          Socket greeted = gateway.connected(TestGateway.Port.TLS)) {
        greeted.getOutputStream().write('G');
        // That of who asks for this is none of a client's.
        scrapeUntil(gateway, each -> each.value("millrace_connections_open") == 3);
      }
      scrapeUntil(gateway, each -> each.value("millrace_connections_open") == 0);
    }
  }

  @Test
  void connections_that_are_turned_away_are_counted_by_the_reason() throws Exception {
    try (TestGateway gateway =
        TestGateway.serving(
            folder,
            "admin-port",
            "0",
            "client-timeout",
            "250ms",
            "connections",
            "2",
            "connections-per-address",
            "1")) {
      InetAddress here = InetAddress.getLoopbackAddress();
      try (Socket silent = new Socket(here, gateway.port());
          Socket second = new Socket(here, gateway.port())) {
        assertThat(second.getInputStream().read()).isEqualTo(-1);
        assertThat(silent.getInputStream().read()).isEqualTo(-1);
      }
      Scrape scrape =
          scrapeUntil(
              gateway,
              each -> each.value("millrace_connections_refused_total", "reason", "late") == 1);
      assertThat(
              scrape.value(
                  "millrace_connections_refused_total", "reason", "connections_per_address"))
          .isEqualTo(1);
      assertThat(scrape.value("millrace_connections_refused_total", "reason", "connections"))
          .isZero();
    }
  }

  @Test
  void who_asks_for_open_metrics_gets_them() throws Exception {
    try (TestGateway gateway = TestGateway.serving(folder, "admin-port", "0")) {
      HttpResponse<String> page =
          gateway.admin("GET", "/metrics", "Accept", "application/openmetrics-text; version=1.0.0");
      assertThat(page.headers().firstValue("content-type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
      assertThat(page.body())
          .contains("# UNIT millrace_response_body_bytes bytes")
          .endsWith("# EOF\n");
    }
  }

  @Test
  void the_process_and_an_ssd_are_told_of() throws Exception {
    try (TestGateway gateway =
        TestGateway.serving(
            folder,
            "admin-port",
            "0",
            "ssd-folder",
            folder.resolveSibling("ssd-" + folder.getFileName()).toString(),
            "ssd-size",
            "64MiB")) {
      Scrape scrape = scrape(gateway);
      assertThat(scrape.value("millrace_store_capacity_bytes", "tier", "ssd")).isEqualTo(64 << 20);
      assertThat(scrape.value("millrace_ssd_queue_depth")).isZero();
      assertThat(scrape.names())
          .contains("millrace_ssd_queue_depth", "millrace_build", "jvm_gc_pauses_total");
      assertThat(scrape.value("process_cpu_seconds_total")).isPositive();
      assertThat(scrape.value("process_open_fds")).isPositive();
      assertThat(scrape.value("jvm_memory_used_bytes", "area", "heap")).isPositive();
    }
  }
}
