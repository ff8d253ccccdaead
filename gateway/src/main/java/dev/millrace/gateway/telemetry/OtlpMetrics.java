package dev.millrace.gateway.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// All metrics in OpenTelemetry's terms: names without their unit, which stands beside them.
///
/// @param began when counting began, in milliseconds since 1970
record OtlpMetrics(Supplier<MetricSnapshots> metrics, long began) implements MetricProducer {
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("dev.millrace.gateway");

  @Override
  public Collection<MetricData> produce(Resource resource) {
    long now = System.currentTimeMillis();
    return metrics.get().stream().map(metric -> translated(metric, resource, now)).toList();
  }

  private MetricData translated(MetricSnapshot metric, Resource resource, long now) {
    return switch (metric) {
      case CounterSnapshot counter ->
          new Metric(
              resource,
              counter.getMetadata(),
              MetricDataType.DOUBLE_SUM,
              SumData.createDoubleSumData(
                  true,
                  AggregationTemporality.CUMULATIVE,
                  counter.getDataPoints().stream()
                      .map(each -> point(each.getValue(), each.getLabels(), now))
                      .toList()));
      case GaugeSnapshot gauge ->
          new Metric(
              resource,
              gauge.getMetadata(),
              MetricDataType.DOUBLE_GAUGE,
              GaugeData.createDoubleGaugeData(
                  gauge.getDataPoints().stream()
                      .map(each -> point(each.getValue(), each.getLabels(), now))
                      .toList()));
      case HistogramSnapshot histogram ->
          new Metric(
              resource,
              histogram.getMetadata(),
              MetricDataType.HISTOGRAM,
              HistogramData.create(
                  AggregationTemporality.CUMULATIVE,
                  histogram.getDataPoints().stream().map(each -> point(each, now)).toList()));
      default -> throw new IllegalArgumentException("no metric of ours is like " + metric);
    };
  }

  private DoublePointData point(double value, Labels labels, long now) {
    return DoublePointData.create(nanos(began), nanos(now), attributes(labels), value, List.of());
  }

  private HistogramPointData point(HistogramDataPointSnapshot histogram, long now) {
    ClassicHistogramBuckets buckets = histogram.getClassicBuckets();
    return HistogramPointData.create(
        nanos(began),
        nanos(now),
        attributes(histogram.getLabels()),
        histogram.getSum(),
        false,
        0,
        false,
        0,
        buckets.stream()
            .map(ClassicHistogramBucket::getUpperBound)
            .filter(Double::isFinite)
            .toList(),
        buckets.stream().map(ClassicHistogramBucket::getCount).toList());
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static Attributes attributes(Labels labels) {
    AttributesBuilder attributes = Attributes.builder();
    labels.forEach(label -> attributes.put(label.getName(), label.getValue()));
    return attributes.build();
  }

  /// One metric as the exporter takes it.
  private record Metric(
      Resource resource, MetricMetadata metadata, MetricDataType type, Data<?> data)
      implements MetricData {
    @Override
    public Resource getResource() {
      return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return SCOPE;
    }

    @Override
    public String getName() {
      Unit unit = metadata.getUnit();
      String name = metadata.getName();
      return unit == null ? name : name.substring(0, name.length() - unit.toString().length() - 1);
    }

    @Override
    public String getDescription() {
      return String.valueOf(metadata.getHelp());
    }

    /// As UCUM writes it.
    @Override
    public String getUnit() {
      Unit unit = metadata.getUnit();
      if (Unit.SECONDS.equals(unit)) {
        return "s";
      }
      return Unit.BYTES.equals(unit) ? "By" : "1";
    }

    @Override
    public MetricDataType getType() {
      return type;
    }

    @Override
    public Data<?> getData() {
      return data;
    }
  }
}
