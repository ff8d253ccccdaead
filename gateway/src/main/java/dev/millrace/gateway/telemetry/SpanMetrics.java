package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.telemetry.MetricCollection.Point;
import dev.millrace.gateway.trace.Tracing;
import java.util.function.Supplier;

/// What became of spans.
public record SpanMetrics(Supplier<Tracing.Counts> spans) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    Tracing.Counts counts = spans.get();
    metrics.counter(
        "millrace.spans",
        "Spans of requests that are traced, by result: sent to the collector, failed since it did not"
            + " take them, or dropped since too many were waiting",
        new Point(counts.sent(), "result", "sent"),
        new Point(counts.failed(), "result", "failed"),
        new Point(counts.dropped(), "result", "dropped"));
  }
}
