package dev.millrace.gateway.telemetry;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of all metrics at about one time.
///
/// Names have their words separated by dots, as OpenTelemetry writes them, and end with their unit,
/// as Prometheus wants it: each output leaves out what is not its own.
public final class MetricCollection {
  private final List<MetricSnapshot> metrics = new ArrayList<>();

  /// A value, and what tells it from the others of its metric: `name, value, name, value`.
  record Point(double value, String... labels) {
    Point(long value, String... labels) {
      this((double) value, labels);
    }
  }

  /// What only grows while the gateway runs.
  void counter(String name, String help, Point... points) {
    metrics.add(
        new CounterSnapshot(
            metadata(name, help),
            List.of(points).stream()
                .map(point ->
                    CounterDataPointSnapshot.builder()
                        .value(point.value)
                        .labels(Labels.of(point.labels))
                        .build())
                .toList()));
  }

  void counter(String name, String help, long value) {
    counter(name, help, new Point(value));
  }

  /// What is so now.
  void gauge(String name, String help, Point... points) {
    metrics.add(
        new GaugeSnapshot(
            metadata(name, help),
            List.of(points).stream()
                .map(point ->
                    GaugeDataPointSnapshot.builder()
                        .value(point.value)
                        .labels(Labels.of(point.labels))
                        .build())
                .toList()));
  }

  void gauge(String name, String help, long value) {
    gauge(name, help, new Point(value));
  }

  /// How long things took.
  ///
  /// @param label what tells one from the other
  void durations(String name, String help, String label, Map<String, Durations> each) {
    metrics.add(
        new HistogramSnapshot(
            metadata(name, help),
            each.entrySet().stream()
                .map(entry ->
                    HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(entry.getValue().buckets())
                        .sum(entry.getValue().seconds())
                        .labels(Labels.of(label, entry.getKey()))
                        .build())
                .toList()));
  }

  MetricSnapshots snapshots() {
    return new MetricSnapshots(metrics);
  }

  private static MetricMetadata metadata(String name, String help) {
    return new MetricMetadata(name, help, unit(name));
  }

  private static @Nullable Unit unit(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "seconds" -> Unit.SECONDS;
      case "bytes" -> Unit.BYTES;
      case "ratio" -> Unit.RATIO;
      default -> null;
    };
  }
}
