package dev.millrace.gateway.telemetry;

/// A part of the gateway that has something to tell of itself.
@FunctionalInterface
public interface MetricSource {
  /// Adds all of its metrics, those included that there is nothing to tell of now.
  void collect(MetricCollection metrics);
}
