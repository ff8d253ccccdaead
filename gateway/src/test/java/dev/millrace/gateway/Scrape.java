package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;

/// What a text in Prometheus' format says, as a parser of others reads it.
public record Scrape(List<MetricFamily> families) {
  public static Scrape of(String text) {
    CollectorPrometheusMetricsWalker walker = new CollectorPrometheusMetricsWalker();
    new TextPrometheusMetricsProcessor(new ByteArrayInputStream(text.getBytes(UTF_8)), walker)
        .walk();
    return new Scrape(List.copyOf(walker.getAllMetricFamilies()));
  }

  public Set<String> names() {
    return families.stream().map(MetricFamily::getName).collect(Collectors.toSet());
  }

  /// The sum of what has those labels, names and values in turn; 0 if nothing has.
  public double value(String name, String... labels) {
    return named(name, labels).mapToDouble(Scrape::value).sum();
  }

  /// How many were counted in histograms with those labels.
  public long count(String name, String... labels) {
    return named(name, labels).mapToLong(metric -> ((Histogram) metric).getSampleCount()).sum();
  }

  private Stream<Metric> named(String name, String... labels) {
    return families.stream()
        .filter(family -> family.getName().equals(name))
        .flatMap(family -> family.getMetrics().stream())
        .filter(metric -> has(metric.getLabels(), labels));
  }

  private static boolean has(Map<String, String> given, String... labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].equals(given.get(labels[i]))) {
        return false;
      }
    }
    return true;
  }

  private static double value(Metric metric) {
    return switch (metric) {
      case Counter counter -> counter.getValue();
      case Gauge gauge -> gauge.getValue();
      default -> throw new IllegalArgumentException(metric + " has more than a value");
    };
  }
}
