package dev.millrace.gateway.http;

import org.jspecify.annotations.Nullable;

/// Traces some of the requests. Called by many threads at once.
@FunctionalInterface
public interface RequestTracer {
  /// Traces none.
  RequestTracer NONE = _ -> null;

  /// Begins to trace a request, on the thread that answers it; null if it is none that is traced.
  @Nullable RequestSpan begin(Exchange exchange);

  /// A request that is traced. What a thread does is for its sake until it is closed by that
  /// thread.
  interface RequestSpan extends AutoCloseable {
    /// The answer is out, or cut short. That can be before the span is closed, or after it.
    void answered();

    @Override
    void close();
  }
}
