package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.certificate.LiveContext;
import dev.millrace.gateway.renewal.Watched;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// What was read anew while the gateway ran, and until when its certificates are valid.
///
/// Safe for use by any number of threads.
public final class RenewalMetrics implements MetricSource {
  private final List<Watched<?>> files = new CopyOnWriteArrayList<>();
  private final Map<String, LiveContext> certificates = new ConcurrentHashMap<>();

  /// Counts what becomes of files.
  public void add(Watched<?> watched) {
    files.add(watched);
  }

  /// As [#add(Watched)], and tells of a certificate.
  public void add(LiveContext context) {
    add(context.files());
    certificates.put(context.files().name(), context);
  }

  /// All files that were added.
  public List<Watched<?>> files() {
    return List.copyOf(files);
  }

  @Override
  public void collect(MetricCollection metrics) {
    metrics.counter(
        "millrace.reloads",
        "Changes that were found in files, by what they are of: taken, or refused since they cannot"
            + " be used",
        files.stream()
            .flatMap(each ->
                Stream.of(
                    new Point(each.taken(), "what", each.name(), "result", "taken"),
                    new Point(each.refused(), "what", each.name(), "result", "refused")))
            .toArray(Point[]::new));
    metrics.gauge(
        "millrace.certificate.not.after.seconds",
        "Until when the certificate is valid that is shown, since 1970",
        certificates.entrySet().stream()
            .map(each ->
                new Point(
                    each.getValue().notAfter().getEpochSecond(), "certificate", each.getKey()))
            .toArray(Point[]::new));
  }
}
