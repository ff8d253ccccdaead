package dev.millrace.gateway.trace;

import dev.millrace.gateway.http.Exchange;
import dev.millrace.gateway.http.RequestTracer;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.otlp.CurrentSpan;
import dev.millrace.gateway.otlp.OtlpCollector;
import dev.millrace.gateway.slice.Peer;
import dev.millrace.gateway.slice.Peers;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Traces requests, and tells a collector of OpenTelemetry's, by OTLP over HTTP.
///
/// A request that says whether it is traced (`traceparent`, W3C Trace Context) is traced if so. Of
/// the others a share is, by lot; of what other nodes of the fleet ask for none, since for their
/// clients the lot was drawn. One that is not traced costs the look for the header and a random
/// number.
public final class Tracing implements RequestTracer, AutoCloseable {
  private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");

  /// As long as a key may be: what clients send would else fill the heap where the collector is
  /// slow.
  private static final int LONGEST_VALUE = 1_024;

  private static final TextMapGetter<Exchange> HEADERS =
      (exchange, name) -> exchange == null ? null : exchange.header(HeaderNames.create(name));

  private final double share;
  private final SpanQueue queue;
  private final SdkTracerProvider provider;
  private final Tracer tracer;

  private Tracing(double share, SpanQueue queue, SdkTracerProvider provider) {
    this.share = share;
    this.queue = queue;
    this.provider = provider;
    this.tracer = provider.get("dev.millrace.gateway");
  }

  /// Begins to trace.
  ///
  /// @param endpoint of the collector, without a path
  /// @param share how many requests are traced of those that do not say, from 0 to 1
  /// @param version of the gateway
  public static Tracing start(URI endpoint, double share, String version) {
    OtlpCollector collector = new OtlpCollector(endpoint, "traces");
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(collector.url())
            .setTimeout(OtlpCollector.TIMEOUT)
            .setConnectTimeout(OtlpCollector.TIMEOUT)
            .setRetryPolicy(null)
            .setCompression("gzip")
            .build();
    SpanQueue queue = new SpanQueue(exporter, collector);
    return new Tracing(
        share,
        queue,
        SdkTracerProvider.builder()
            .setResource(OtlpCollector.resource(version))
            .setSampler(Sampler.alwaysOn())
            .setSpanLimits(SpanLimits.builder().setMaxAttributeValueLength(LONGEST_VALUE).build())
            .addSpanProcessor(queue)
            .build());
  }

  /// What became of spans so far.
  ///
  /// @param dropped how many found no room
  /// @param failed how many the collector did not take
  public record Counts(long sent, long dropped, long failed) {
    public static final Counts NONE = new Counts(0, 0, 0);
  }

  public Counts counts() {
    return queue.counts();
  }

  @Override
  public @Nullable RequestSpan begin(Exchange exchange) {
    return begin(exchange, share);
  }

  /// Traces what other nodes ask for.
  public RequestTracer ofPeers() {
    return exchange -> begin(exchange, 0);
  }

  private @Nullable RequestSpan begin(Exchange exchange, double lots) {
    Context parent = Context.root();
    if (exchange.header(TRACEPARENT) != null) {
      parent = W3CTraceContextPropagator.getInstance().extract(parent, exchange, HEADERS);
      if (Span.fromContext(parent).getSpanContext().isValid()) {
        return Span.fromContext(parent).getSpanContext().isSampled()
            ? begun(exchange, parent)
            : null;
      }
    }
    return ThreadLocalRandom.current().nextDouble() < lots ? begun(exchange, parent) : null;
  }

  private ServerSpan begun(Exchange exchange, Context parent) {
    Span span =
        tracer
            .spanBuilder(ServerSpan.name(exchange))
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .startSpan();
    CurrentSpan.set(span);
    return new ServerSpan(span, exchange);
  }

  /// The same origin, with a span for each question that is for a request that is traced.
  ///
  /// @param endpoint where it is; null for a folder
  public Origin traced(Origin origin, @Nullable URI endpoint) {
    return new TracedOrigin(origin, new ClientSpans(tracer), endpoint);
  }

  /// The same peers, with a span for each slice that they are asked for.
  public Peers traced(Peers peers) {
    ClientSpans spans = new ClientSpans(tracer);
    return key -> {
      Peer peer = peers.peer(key);
      return peer == null || CurrentSpan.get() == null ? peer : new TracedPeer(peer, spans);
    };
  }

  /// Sends what is waiting, for two seconds at most.
  @Override
  public void close() {
    provider.close();
  }
}
