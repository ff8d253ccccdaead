package dev.millrace.gateway.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.admin.AdminPath.Answer;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// All metrics as Prometheus reads them: its text format, or OpenMetrics for those who ask for it.
final class MetricsPage {
  private static final ExpositionFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();
  private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();

  private MetricsPage() {}

  /// @param accept the value of the header of that name
  static Answer of(MetricSnapshots metrics, String accept) {
    ExpositionFormatWriter writer = OPEN_METRICS.accepts(accept) ? OPEN_METRICS : PROMETHEUS;
    ByteArrayOutputStream text = new ByteArrayOutputStream(32 * 1024);
    try {
      // Who asks with another scheme would see other names.
      writer.write(text, metrics, EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answer(200, writer.getContentType(), text.toString(UTF_8));
  }
}
