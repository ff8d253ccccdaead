package dev.millrace.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Sends all metrics to a collector of OpenTelemetry's, by OTLP over HTTP, every 15 seconds and at
/// the end.
final class OtlpPush implements Telemetry.Push {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  /// How long a collector may take for one of them.
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final SdkMeterProvider meters;

  private OtlpPush(SdkMeterProvider meters) {
    this.meters = meters;
  }

  /// @param endpoint of the collector, without a path
  /// @param version of the gateway
  static OtlpPush start(URI endpoint, Supplier<MetricSnapshots> metrics, String version) {
    OtlpHttpMetricExporter exporter =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(endpoint + "/v1/metrics")
            .setTimeout(TIMEOUT)
            .setConnectTimeout(TIMEOUT)
            .setCompression("gzip")
            .build();
    Attributes service =
        Attributes.of(
            AttributeKey.stringKey("service.name"),
            "millrace",
            AttributeKey.stringKey("service.version"),
            version,
            AttributeKey.stringKey("service.instance.id"),
            String.valueOf(ProcessHandle.current().pid()));
    return new OtlpPush(
        SdkMeterProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(service)))
            .registerMetricProducer(new OtlpMetrics(metrics, System.currentTimeMillis()))
            .registerMetricReader(
                PeriodicMetricReader.builder(exporter).setInterval(INTERVAL).build())
            .build());
  }

  @Override
  public void close() {
    meters.shutdown().join(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
