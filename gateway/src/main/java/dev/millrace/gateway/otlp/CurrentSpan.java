package dev.millrace.gateway.otlp;

import dev.millrace.s3.http.Header;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The span that a thread works for. Threads inherit it from those that start them: so a fetch,
/// which has a thread of its own, is for the sake of the request that caused it.
public final class CurrentSpan {
  private static final InheritableThreadLocal<@Nullable Span> CURRENT =
      new InheritableThreadLocal<>();

  private CurrentSpan() {}

  /// The span, or null for none.
  public static @Nullable Span get() {
    return CURRENT.get();
  }

  /// Has this thread work for another from now on.
  ///
  /// @param span null for none
  public static void set(@Nullable Span span) {
    if (span == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(span);
    }
  }

  /// What tells another server for whose sake it is asked (W3C Trace Context); empty if nothing is
  /// traced.
  public static List<Header> headers() {
    Span span = CURRENT.get();
    if (span == null) {
      return List.of();
    }
    List<Header> headers = new ArrayList<>();
    W3CTraceContextPropagator.getInstance()
        .inject(
            Context.root().with(span),
            headers,
            (carrier, name, value) -> {
              if (carrier != null) {
                carrier.add(new Header(name, value));
              }
            });
    return headers;
  }
}
