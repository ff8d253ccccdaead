package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.http.ConnectionCounts;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.function.Supplier;

/// Connections of clients, and those that were turned away.
public record ClientConnectionMetrics(Supplier<ConnectionCounts> counted) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    ConnectionCounts counts = counted.get();
    metrics.gauge(
        "millrace.connections.open",
        "Connections of clients, as connections and connections_per_address bound them: on all"
            + " ports, from their acceptance on, with TLS or without",
        counts.open());
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
