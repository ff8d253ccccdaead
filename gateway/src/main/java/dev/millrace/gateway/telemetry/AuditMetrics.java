package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.telemetry.MetricCollection.Point;

/// What became of the entries of the audit log.
public record AuditMetrics(AuditLog log) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    AuditLog.Counts counts = log.counts();
    metrics.counter(
        "millrace.audit.entries",
        "Entries of the audit log, by whether they are in its file or could not be written",
        new Point(counts.written(), "result", "written"),
        new Point(counts.lost(), "result", "lost"));
  }
}
