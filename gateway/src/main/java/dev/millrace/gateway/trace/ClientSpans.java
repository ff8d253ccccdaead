package dev.millrace.gateway.trace;

import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.otlp.CurrentSpan;
import dev.millrace.gateway.slice.Peer.RefusedException;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes spans of what others are asked, where that is for the sake of a request that is traced.
record ClientSpans(Tracer tracer) {
  /// Asks somebody.
  @FunctionalInterface
  interface Call<T> {
    T ask() throws IOException;
  }

  /// The answer of `call`, in a span that ends with it.
  ///
  /// @param described adds what is asked, and whom
  <T> T of(String name, Consumer<Span> described, Call<T> call) throws IOException {
    Span parent = CurrentSpan.get();
    if (parent == null) {
      return call.ask();
    }
    Span span = begun(name, described, parent);
    try {
      return within(span, parent, call);
    } finally {
      span.end();
    }
  }

  /// As [#of], in a span that ends when the stream is closed.
  InputStream ofStream(String name, Consumer<Span> described, Call<InputStream> call)
      throws IOException {
    Span parent = CurrentSpan.get();
    if (parent == null) {
      return call.ask();
    }
    Span span = begun(name, described, parent);
    try {
      return new Body(within(span, parent, call), span);
    } catch (IOException | RuntimeException e) {
      span.end();
      throw e;
    }
  }

  private Span begun(String name, Consumer<Span> described, Span parent) {
    Span span =
        tracer
            .spanBuilder(name)
            .setParent(Context.root().with(parent))
            .setSpanKind(SpanKind.CLIENT)
            .startSpan();
    described.accept(span);
    return span;
  }

  private static <T> T within(Span span, Span parent, Call<T> call) throws IOException {
    CurrentSpan.set(span);
    try {
      return call.ask();
    } catch (IOException e) {
      fail(span, e);
      throw e;
    } finally {
      CurrentSpan.set(parent);
    }
  }

  private static void fail(Span span, IOException failure) {
    span.setAttribute(
        "error.type",
        switch (failure) {
          case OriginException known -> known.reason().name().toLowerCase(Locale.ROOT);
          case RefusedException _ -> "refused";
          default -> failure.getClass().getName();
        });
    @Nullable String message = failure.getMessage();
    span.setStatus(StatusCode.ERROR, message == null ? "" : message);
  }

  /// What is read in a span.
  private static final class Body extends FilterInputStream {
    private final Span span;
    private long bytes;

    Body(InputStream in, Span span) {
      super(in);
      this.span = span;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        int read = in.read(into, offset, length);
        bytes += Math.max(0, read);
        return read;
      } catch (IOException e) {
        fail(span, e);
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        // What comes after the first end is ignored.
        span.setAttribute("http.response.body.size", bytes);
        span.end();
      }
    }
  }
}
