package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import dev.millrace.gateway.fleet.CountingOrigin;
import dev.millrace.gateway.fleet.TestFleet;
import dev.millrace.s3.testing.ScriptedServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The spans that a collector is sent, read by the protocol's own classes. A gateway sends all that
/// it has before it ends.
@Timeout(60)
class TracingTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final String SAMPLED = "00-" + TRACE + "-" + CALLER + "-01";
  private static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret");
  private static final String[] FACTS = {
    "HTTP/1.1 200 OK",
    "Content-Length: 5",
    "ETag: \"1\"",
    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT"
  };
  private static final String[] BYTES = {
    "HTTP/1.1 206 Partial Content",
    "Content-Length: 5",
    "Content-Range: bytes 0-4/5",
    "ETag: \"1\"",
    "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT"
  };

  @TempDir private Path folder;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final HttpServer collector;

  TracingTest() throws Exception {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
  }

  @BeforeEach
  void listen() {
    collector.createContext(
        "/v1/traces",
        exchange -> {
          try (InputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            ExportTraceServiceRequest.parseFrom(in).getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .forEach(scope -> spans.addAll(scope.getSpansList()));
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private String[] settings(String sampling) {
    return new String[] {
      "otlp-endpoint",
      "http://127.0.0.1:" + collector.getAddress().getPort(),
      "otlp-sampling",
      sampling
    };
  }

  private Span span(Span.SpanKind kind, String name) {
    return spans.stream()
        .filter(span -> span.getKind() == kind && span.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(spans));
  }

  private static String id(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private static Map<String, String> attributes(Span span) {
    return span.getAttributesList().stream()
        .collect(Collectors.toMap(KeyValue::getKey, TracingTest::value));
  }

  private static String value(KeyValue attribute) {
    return attribute.getValue().hasStringValue()
        ? attribute.getValue().getStringValue()
        : String.valueOf(attribute.getValue().getIntValue());
  }

  private static ScriptedServer origin() throws Exception {
    return ScriptedServer.start((head, client) -> {
      if (head.contains("/mill/none")) {
        ScriptedServer.write(client, "", "HTTP/1.1 503 Down", "Content-Length: 0");
      } else if (head.startsWith("HEAD ")) {
        ScriptedServer.write(client, "", FACTS);
      } else {
        ScriptedServer.write(client, "01234", BYTES);
      }
    });
  }

  @Test
  void a_request_and_what_the_origin_was_asked_for_it_are_one_trace() throws Exception {
    try (ScriptedServer origin = origin()) {
      try (TestGateway gateway =
          TestGateway.inFrontOf(origin.endpoint(), KEYS, settings("0.000001"))) {
        gateway.get("/mill/k", "traceparent", SAMPLED, "user-agent", "test/1");
      }
      Span request = span(Span.SpanKind.SPAN_KIND_SERVER, "GET");
      assertThat(id(request.getTraceId())).isEqualTo(TRACE);
      assertThat(id(request.getParentSpanId())).isEqualTo(CALLER);
      assertThat(attributes(request))
          .containsEntry("http.request.method", "GET")
          .containsEntry("url.path", "/mill/k")
          .containsEntry("url.scheme", "https")
          .containsEntry("http.response.status_code", "200")
          .containsEntry("http.response.body.size", "5")
          .containsEntry("server.address", "127.0.0.1")
          .containsEntry("client.address", "127.0.0.1")
          .containsEntry("user_agent.original", "test/1")
          .containsEntry("network.protocol.version", "2")
          .containsEntry("millrace.source", "origin")
          .doesNotContainKey("error.type");
      for (String question : List.of("HeadObject", "GetObject")) {
        Span asked = span(Span.SpanKind.SPAN_KIND_CLIENT, "S3/" + question);
        assertThat(asked.getTraceId()).isEqualTo(request.getTraceId());
        assertThat(asked.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(attributes(asked))
            .containsEntry("aws.s3.bucket", "mill")
            .containsEntry("aws.s3.key", "k")
            .containsEntry("server.port", "" + origin.endpoint().getPort());
        String method = question.equals("GetObject") ? "GET /mill/k" : "HEAD /mill/k";
        assertThat(origin.heads())
            .anyMatch(head ->
                head.startsWith(method)
                    && head.contains(
                        "traceparent: 00-" + TRACE + "-" + id(asked.getSpanId()) + "-01"));
      }
      assertThat(spans).hasSize(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.000001, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00, 0",
    "1, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00, 0",
    "0, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 0",
    "1, nonsense, 2",
    "1, 00-00000000000000000000000000000000-00f067aa0ba902b7-01, 2",
  })
  void who_asks_says_whether_it_is_traced_where_anything_is(
      String sampling, String parent, int requests) throws Exception {
    Files.writeString(folder.resolve("k"), "v");
    try (TestGateway gateway = TestGateway.serving(folder, settings(sampling))) {
      gateway.get("/mill/k", "traceparent", parent);
      gateway.get("/mill/k", "traceparent", parent);
    }
    assertThat(spans)
        .filteredOn(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER)
        .hasSize(requests)
        .noneMatch(span -> id(span.getTraceId()).equals(TRACE));
  }

  @Test
  void an_answer_from_memory_has_no_child_and_a_failure_says_which() throws Exception {
    try (ScriptedServer origin = origin()) {
      try (TestGateway gateway =
          TestGateway.inFrontOf(
              origin.endpoint(),
              KEYS,
              Stream.of(settings("1"), new String[] {"attempts", "1"})
                  .flatMap(Arrays::stream)
                  .toArray(String[]::new))) {
        // A slice is in memory a moment after its bytes are out.
        while (!gateway.log().contains(" memory\n")) {
          assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(200);
        }
        assertThat(gateway.get("/mill/none").statusCode()).isEqualTo(502);
      }
      Span held =
          spans.stream()
              .filter(span -> "memory".equals(attributes(span).get("millrace.source")))
              .findFirst()
              .orElseThrow();
      assertThat(spans).noneMatch(span -> span.getParentSpanId().equals(held.getSpanId()));
      Span failed =
          spans.stream()
              .filter(span -> "/mill/none".equals(attributes(span).get("url.path")))
              .findFirst()
              .orElseThrow();
      assertThat(attributes(failed)).containsEntry("error.type", "502");
      assertThat(spans)
          .filteredOn(span -> span.getParentSpanId().equals(failed.getSpanId()))
          .hasSize(1)
          .allSatisfy(
              child -> assertThat(attributes(child)).containsEntry("error.type", "unavailable"));
    }
  }

  @Test
  void a_slice_from_another_node_is_of_the_same_trace_there() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(1000);
        TestFleet fleet = new TestFleet(folder, origin, 2, 0)) {
      TestGateway first = fleet.start("gw-1", settings("0.000001"));
      fleet.start("gw-2", settings("0.000001"));
      fleet.awaitAnswers("gw-1");
      String path = "/mill/" + fleet.keyOf("gw-2", "k");
      assertThat(first.get(path, "traceparent", SAMPLED).statusCode()).isEqualTo(200);
    }
    Map<ByteString, Span> byId =
        spans.stream().collect(Collectors.toMap(Span::getSpanId, span -> span));
    List<Span> there =
        spans.stream()
            .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER)
            .filter(span -> byId.containsKey(span.getParentSpanId()))
            .toList();
    assertThat(there)
        .isNotEmpty()
        .allSatisfy(span -> {
          assertThat(id(span.getTraceId())).isEqualTo(TRACE);
          Span asked = byId.get(span.getParentSpanId());
          assertThat(asked.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
          assertThat(attributes(asked)).containsEntry("server.address", "gw-2");
          assertThat(spans)
              .anyMatch(child ->
                  child.getParentSpanId().equals(span.getSpanId())
                      && child.getName().equals("S3/GetObject"));
        });
  }

  @Test
  void a_collector_that_is_away_disturbs_nobody() throws Exception {
    Files.writeString(folder.resolve("k"), "v");
    int nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = socket.getLocalPort();
    }
    long closing;
    try (TestGateway gateway =
        TestGateway.serving(
            folder,
            "otlp-endpoint",
            "http://127.0.0.1:" + nobody,
            "otlp-sampling",
            "1",
            "admin-port",
            "0")) {
      for (int i = 0; i < 10; i++) {
        assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(200);
      }
      Scrape scrape = Scrape.of(gateway.admin("GET", "/metrics").body());
      while (scrape.value("millrace_spans_total", "result", "failed") == 0) {
        LockSupport.parkNanos(20_000_000);
        scrape = Scrape.of(gateway.admin("GET", "/metrics").body());
      }
      assertThat(scrape.value("millrace_spans_total", "result", "sent")).isZero();
      closing = System.nanoTime();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(30));
  }
}
