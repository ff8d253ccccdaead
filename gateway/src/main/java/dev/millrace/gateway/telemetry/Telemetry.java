package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.RequestListener;
import dev.millrace.gateway.origin.FactsCache;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import dev.millrace.tls.ConnectionListener;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a gateway counts, and where it is told: each part that is listened to is handed its
/// listener, and each that counts by itself is asked when somebody wants to know.
///
/// Safe for use by any number of threads.
public final class Telemetry implements AutoCloseable {
  private final RequestMeter clients = new RequestMeter("millrace");
  private final RequestMeter peers = new RequestMeter("millrace.fleet");
  private final TopSlices top = new TopSlices();
  private final ConnectionMeter connections = new ConnectionMeter();
  private final OriginMeter origin = new OriginMeter();
  private final OriginWatch watch = new OriginWatch(System::nanoTime);
  private final RenewalMetrics renewals = new RenewalMetrics();
  private final List<MetricSource> sources =
      new CopyOnWriteArrayList<>(List.of(clients, peers, connections, origin, renewals));

  private volatile @Nullable ProcessMetrics process;

  /// Hears of requests of clients.
  public RequestListener clients() {
    return RequestListener.all(List.of(clients, top));
  }

  /// Knows which slices clients ask for most.
  TopSlices top() {
    return top;
  }

  /// Hears of requests of other nodes of the fleet.
  public RequestMeter peers() {
    return peers;
  }

  /// Hears of connections of clients.
  public ConnectionListener connections() {
    return connections;
  }

  /// Knows what is read anew while the gateway runs.
  public RenewalMetrics renewals() {
    return renewals;
  }

  /// Knows whether the origin answers.
  public OriginWatch watch() {
    return watch;
  }

  /// The same origin, listened to.
  public Origin listening(Origin to) {
    return new MeteredOrigin(to, origin, watch);
  }

  /// A pause between two tries that is counted.
  public Retry.Pause pause() {
    return length -> {
      origin.retried();
      Thread.sleep(length);
    };
  }

  /// Adds what the gateway's parts count.
  ///
  /// @param fleet null where there is none
  public void add(
      Settings settings,
      StoredSlices stored,
      Supplier<FactsCache.Counts> facts,
      @Nullable Fleet fleet,
      String version) {
    sources.add(metrics -> facts(metrics, facts.get()));
    sources.add(
        new StoreMetrics(
            stored, settings.memorySize(), settings.ssd() == null ? 0 : settings.ssd().size()));
    sources.add(new FleetMetrics(fleet));
    ProcessMetrics fresh = new ProcessMetrics(version);
    process = fresh;
    sources.add(fresh);
  }

  /// Adds what one more part counts.
  public void add(MetricSource source) {
    sources.add(source);
  }

  /// Begins to send all metrics to a collector.
  ///
  /// @param version of the gateway
  public Push push(URI collector, String version) {
    return OtlpPush.start(collector, this::snapshots, version);
  }

  /// What sends metrics, the last of them when it is closed.
  public interface Push extends AutoCloseable {
    @Override
    void close();
  }

  private static void facts(MetricCollection metrics, FactsCache.Counts counts) {
    metrics.counter(
        "millrace.facts.lookups",
        "Objects whose size and version were looked for, by whether they were known",
        new Point(counts.hits(), "result", "hit"),
        new Point(counts.misses(), "result", "miss"));
  }

  /// All metrics at about one time.
  MetricSnapshots snapshots() {
    MetricCollection metrics = new MetricCollection();
    sources.forEach(source -> source.collect(metrics));
    return metrics.snapshots();
  }

  /// All metrics, in the format that `accept` asks for.
  public Answer page(String accept) {
    return MetricsPage.of(snapshots(), accept);
  }

  @Override
  public void close() {
    watch.close();
    ProcessMetrics measured = process;
    if (measured != null) {
      measured.close();
    }
  }
}
