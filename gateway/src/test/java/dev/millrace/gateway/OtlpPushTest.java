package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a collector is sent, read by the protocol's own classes.
@Timeout(60)
class OtlpPushTest {
  @TempDir Path folder;

  private final List<ExportMetricsServiceRequest> received = new CopyOnWriteArrayList<>();
  private final HttpServer collector;

  OtlpPushTest() throws Exception {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
  }

  @BeforeEach
  void listen() {
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          try (InputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            received.add(ExportMetricsServiceRequest.parseFrom(in));
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

  private Metric metric(String name) {
    return received.getLast().getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_collector_has_all_metrics_when_the_gateway_has_ended() throws Exception {
    Files.writeString(folder.resolve("k"), "value");
    URI endpoint = URI.create("http://127.0.0.1:" + collector.getAddress().getPort());
    try (TestGateway gateway = TestGateway.serving(folder, "otlp-endpoint", endpoint.toString())) {
      gateway.get("/mill/k");
      gateway.logged(line -> line.contains("/mill/k"));
    }

    assertThat(received.getLast().getResourceMetrics(0).getResource().getAttributesList())
        .anyMatch(each ->
            each.getKey().equals("service.name")
                && each.getValue().getStringValue().equals("millrace"));
    assertThat(
            received.getLast().getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
                .map(Metric::getName))
        .doesNotHaveDuplicates();
    Metric requests = metric("millrace.requests");
    assertThat(requests.getSum().getIsMonotonic()).isTrue();
    assertThat(requests.getSum().getDataPointsList())
        .extracting(NumberDataPoint::getAsDouble)
        .containsExactly(1.0);
    assertThat(requests.getSum().getDataPoints(0).getAttributesList())
        .extracting(each -> each.getKey() + "=" + each.getValue().getStringValue())
        .containsExactlyInAnyOrder("method=get", "status=2xx", "source=origin");
    Metric bytes = metric("millrace.response.body");
    assertThat(bytes.getUnit()).isEqualTo("By");
    assertThat(bytes.getSum().getDataPoints(0).getAsDouble()).isEqualTo(5);
    Metric durations = metric("millrace.request.duration");
    assertThat(durations.getUnit()).isEqualTo("s");
    assertThat(durations.getHistogram().getDataPoints(0).getCount()).isEqualTo(1);
    assertThat(durations.getHistogram().getDataPoints(0).getExplicitBoundsList()).hasSize(18);
    assertThat(durations.getHistogram().getDataPoints(0).getBucketCountsList()).hasSize(19);
  }
}
