package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.http.ConnectionRefusals;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.function.Supplier;

/// Connections that were turned away.
public record RefusalMetrics(Supplier<ConnectionRefusals> refusals) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    ConnectionRefusals counts = refusals.get();
    metrics.counter(
        "millrace.connections.refused",
        "Connections that were closed before they asked for anything: one more than connections or"
            + " than connections_per_address may be, or late with their first request, the TLS"
            + " handshake included",
        new Point(counts.full(), "reason", "connections"),
        new Point(counts.fullForAddress(), "reason", "connections_per_address"),
        new Point(counts.late(), "reason", "late"));
  }
}
