package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.http.RefusedRequests.Reason;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.Map;
import java.util.function.Supplier;

/// Requests that the HTTP server refused by itself.
///
/// @param counted has every reason
public record RefusalMetrics(Supplier<Map<Reason, Long>> counted) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    metrics.counter(
        "millrace.requests.refused",
        "Requests on all ports that were refused before there was anything to look up, and are in no"
            + " other count of requests, by reason: malformed, with too many headers among them, too"
            + " long, of another version of HTTP, in another encoding than chunks, a flood of frames"
            + " of HTTP/2, or a failure of the gateway",
        counted.get().entrySet().stream()
            .map(each -> new Point(each.getValue(), "reason", each.getKey().text()))
            .toArray(Point[]::new));
  }
}
