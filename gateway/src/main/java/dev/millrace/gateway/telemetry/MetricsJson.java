package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.json.JsonLine;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/// All metrics as JSON, by the names that Prometheus reads them under:
///
/// ```
/// {"millrace_connections_open":[{"value":2.0}],
///  "millrace_tls_handshakes_total":[{"kind":"full","value":3.0},{"kind":"resumed","value":1.0}],
///  "millrace_request_duration_seconds":[{"source":"memory","sum":0.02,"buckets":
///    [{"le":1.0E-4,"count":7},…,{"le":null,"count":0}]}]}
/// ```
///
/// Each bucket of a histogram counts what is in none of those before it.
final class MetricsJson {
  private MetricsJson() {}

  static JsonLine of(MetricSnapshots metrics) {
    JsonLine all = new JsonLine();
    for (MetricSnapshot metric : metrics) {
      all.add(name(metric), metric.getDataPoints().stream().map(MetricsJson::point).toList());
    }
    return all;
  }

  private static String name(MetricSnapshot metric) {
    String name = metric.getMetadata().getPrometheusName();
    return metric instanceof CounterSnapshot ? name + "_total" : name;
  }

  private static JsonLine point(DataPointSnapshot point) {
    JsonLine json = new JsonLine();
    point.getLabels().forEach(label -> json.add(label.getName(), label.getValue()));
    return switch (point) {
      case CounterDataPointSnapshot counter -> json.add("value", counter.getValue());
      case GaugeDataPointSnapshot gauge -> json.add("value", gauge.getValue());
      case HistogramDataPointSnapshot histogram ->
          json.add("sum", histogram.getSum())
              .add(
                  "buckets",
                  histogram.getClassicBuckets().stream()
                      .map(bucket ->
                          new JsonLine()
                              .add("le", bucket.getUpperBound())
                              .add("count", bucket.getCount()))
                      .toList());
      default -> throw new IllegalArgumentException("no metric of ours is like " + point);
    };
  }
}
