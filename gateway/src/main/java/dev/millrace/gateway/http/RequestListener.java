package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Found;
import dev.millrace.gateway.slice.Source;
import java.util.List;

/// Is told of every request at a port.
///
/// Called by the thread that answers the request, by many at once: it must be quick, keep nothing
/// of what it is handed, and not throw.
public interface RequestListener {
  /// A request came.
  default void came() {}

  /// Slice `index` of an object was looked for.
  default void opened(ObjectName object, long index, Found found) {}

  /// Bytes of a slice went out.
  default void sent(Source source, long bytes) {}

  /// A request was answered, or its answer cut short.
  default void answered(Exchange exchange) {}

  /// Nothing more is done for a request, whether or not its client was there to be answered: once
  /// for each that came.
  default void left() {}

  /// One that tells all of them, in their order.
  static RequestListener all(List<RequestListener> listeners) {
    RequestListener[] each = listeners.toArray(RequestListener[]::new);
    return new RequestListener() {
      @Override
      public void came() {
        for (RequestListener listener : each) {
          listener.came();
        }
      }

      @Override
      public void opened(ObjectName object, long index, Found found) {
        for (RequestListener listener : each) {
          listener.opened(object, index, found);
        }
      }

      @Override
      public void sent(Source source, long bytes) {
        for (RequestListener listener : each) {
          listener.sent(source, bytes);
        }
      }

      @Override
      public void answered(Exchange exchange) {
        for (RequestListener listener : each) {
          listener.answered(exchange);
        }
      }

      @Override
      public void left() {
        for (RequestListener listener : each) {
          listener.left();
        }
      }
    };
  }
}
