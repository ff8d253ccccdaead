package dev.millrace.gateway.trace;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.Request;
import dev.millrace.s3.Response;
import io.opentelemetry.api.trace.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// An origin with a span for each question that is for a request that is traced, in the words of
/// OpenTelemetry's conventions for S3.
///
/// <https://opentelemetry.io/docs/specs/semconv/object-stores/s3/>
///
/// @param endpoint where it is; null for a folder
record TracedOrigin(Origin origin, ClientSpans spans, @Nullable URI endpoint) implements Origin {
  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    return spans.of(
        "S3/HeadObject", span -> describe(span, "HeadObject", name), () -> origin.facts(name));
  }

  @Override
  public ObjectFacts facts(ObjectName name, ObjectFacts known) throws IOException {
    return spans.of(
        "S3/HeadObject",
        span -> describe(span, "HeadObject", name),
        () -> origin.facts(name, known));
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length)
      throws IOException {
    return spans.ofStream(
        "S3/GetObject",
        span -> {
          describe(span, "GetObject", name);
          span.setAttribute("millrace.offset", offset);
        },
        () -> origin.open(name, etag, offset, length));
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    return spans.of(
        "S3/ListObjectsV2",
        span -> describe(span, "ListObjectsV2", bucket),
        () -> origin.list(bucket, query));
  }

  @Override
  public Response send(Request request) throws IOException {
    String method = request.method().name();
    return spans.of(
        "S3/" + method,
        span -> {
          describe(span, method, request.bucket());
          if (request.key() != null) {
            span.setAttribute("aws.s3.key", request.key());
          }
        },
        () -> origin.send(request));
  }

  @Override
  public void probe() throws IOException {
    origin.probe();
  }

  @Override
  public void close() {
    origin.close();
  }

  private void describe(Span span, String operation, ObjectName name) {
    describe(span, operation, name.bucket());
    span.setAttribute("aws.s3.key", name.key());
  }

  private void describe(Span span, String operation, String bucket) {
    span.setAttribute("rpc.system", "aws-api");
    span.setAttribute("rpc.service", "S3");
    span.setAttribute("rpc.method", operation);
    span.setAttribute("aws.s3.bucket", bucket);
    if (endpoint != null) {
      span.setAttribute("server.address", endpoint.getHost());
      if (endpoint.getPort() >= 0) {
        span.setAttribute("server.port", endpoint.getPort());
      }
    }
  }
}
