package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.otlp.OtlpCollector;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Sends all metrics to a collector of OpenTelemetry's, by OTLP over HTTP, every 15 seconds and at
/// the end.
final class OtlpPush implements Telemetry.Push {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  private final SdkMeterProvider meters;

  private OtlpPush(SdkMeterProvider meters) {
    this.meters = meters;
  }

  /// @param endpoint of the collector, without a path
  /// @param version of the gateway
  static OtlpPush start(URI endpoint, Supplier<MetricSnapshots> metrics, String version) {
    OtlpCollector collector = new OtlpCollector(endpoint, "metrics");
    MetricExporter exporter =
        new HeededExporter(
            OtlpHttpMetricExporter.builder()
                .setEndpoint(collector.url())
                .setTimeout(OtlpCollector.TIMEOUT)
                .setConnectTimeout(OtlpCollector.TIMEOUT)
                .setCompression("gzip")
                .build(),
            collector);
    return new OtlpPush(
        SdkMeterProvider.builder()
            .setResource(OtlpCollector.resource(version))
            .registerMetricProducer(new OtlpMetrics(metrics, System.currentTimeMillis()))
            .registerMetricReader(
                PeriodicMetricReader.builder(exporter).setInterval(INTERVAL).build())
            .build());
  }

  @Override
  public void close() {
    meters.shutdown().join(OtlpCollector.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// An exporter that tells its collector's listening.
  private record HeededExporter(MetricExporter exporter, OtlpCollector collector)
      implements MetricExporter {
    @Override
    public CompletableResultCode export(Collection<MetricData> metrics) {
      return collector.heed(exporter.export(metrics));
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
      return exporter.getAggregationTemporality(instrument);
    }
  }
}
