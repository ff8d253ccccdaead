package dev.millrace.gateway;

import dev.millrace.gateway.http.RequestTracer;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.slice.Peers;
import dev.millrace.gateway.trace.Tracing;
import org.jspecify.annotations.Nullable;

/// Has all be traced that a request is answered by, where the settings want any to be: where not,
/// all is left as it is, and no class of OpenTelemetry's is loaded.
record Traces(@Nullable Tracing tracing) implements AutoCloseable {
  static Traces of(OperationSettings operation) {
    OperationSettings.Otlp otlp = operation.otlp();
    return new Traces(
        otlp == null || otlp.sampling() == 0
            ? null
            : Tracing.start(otlp.endpoint(), otlp.sampling(), Gateway.version()));
  }

  RequestTracer ofClients() {
    return tracing == null ? RequestTracer.NONE : tracing;
  }

  RequestTracer ofPeers() {
    return tracing == null ? RequestTracer.NONE : tracing.ofPeers();
  }

  Origin traced(Origin origin, OriginLocation location) {
    return tracing == null
        ? origin
        : tracing.traced(origin, location instanceof OriginLocation.S3 s3 ? s3.endpoint() : null);
  }

  Peers traced(Peers peers) {
    return tracing == null ? peers : tracing.traced(peers);
  }

  Tracing.Counts counts() {
    return tracing == null ? Tracing.Counts.NONE : tracing.counts();
  }

  @Override
  public void close() {
    if (tracing != null) {
      tracing.close();
    }
  }
}
