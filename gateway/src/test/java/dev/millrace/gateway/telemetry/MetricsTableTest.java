package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.http.ConnectionCounts;
import dev.millrace.gateway.http.RefusedRequests;
import dev.millrace.gateway.origin.FactsCache;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Surroundings;
import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.gateway.trace.Tracing;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writes the table of all metrics, and checks that the one in `docs` is the same.
class MetricsTableTest {
  @TempDir Path folder;

  @Test
  void the_table_of_all_metrics_is_up_to_date() throws IOException {
    StringBuilder table = new StringBuilder("| Metric | Kind | What it says |\n|---|---|---|\n");
    snapshots().stream().forEach(metric -> append(table, metric));
    Path written = Files.createDirectories(Path.of("target")).resolve("metrics.md");
    Files.writeString(written, table);
    assertThat(Files.readString(Path.of("..", "docs", "operation.md")))
        .as("stale; bring the table there up to date with that in gateway/target/metrics.md")
        .contains(table);
  }

  private MetricSnapshots snapshots() {
    Settings settings =
        Settings.read(
            null,
            Map.of("origin", folder.toString(), "bucket", "mill"),
            new Surroundings(Map.of(), folder, folder, null, 512L << 20, 1L << 30, 1L << 20));
    int sliceSize = 64 << 10;
    try (StoredSlices stored =
            StoredSlices.inMemory(StoredSlices.leastBytes(sliceSize), sliceSize);
        Telemetry telemetry = new Telemetry()) {
      telemetry.add(settings, stored, () -> new FactsCache.Counts(0, 0), null, "1");
      telemetry.add(new AuditMetrics(AuditLog.none()));
      telemetry.add(new ClientConnectionMetrics(() -> new ConnectionCounts(0, 0, 0, 0)));
      telemetry.add(new RefusalMetrics(() -> Map.of(RefusedRequests.Reason.MALFORMED, 0L)));
      telemetry.add(new SpanMetrics(() -> Tracing.Counts.NONE));
      return telemetry.snapshots();
    }
  }

  private static void append(StringBuilder table, MetricSnapshot metric) {
    String name = metric.getMetadata().getPrometheusName();
    table.append("| `").append(name);
    table.append(
        switch (metric) {
          case CounterSnapshot _ -> "_total` | counter | ";
          case GaugeSnapshot _ -> "` | gauge | ";
          default -> "` | histogram | ";
        });
    table.append(metric.getMetadata().getHelp()).append(" |\n");
  }
}
