package dev.millrace.tls.jsse;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import org.jspecify.annotations.Nullable;

/// Who wants to know when the handshake of a socket is complete. They are told on a virtual thread
/// of its own, so that a listener may use the socket.
///
/// Safe for use by several threads.
final class CompletionListeners {
  private final TlsSocket socket;
  private final List<HandshakeCompletedListener> listeners = new CopyOnWriteArrayList<>();

  CompletionListeners(TlsSocket socket) {
    this.socket = socket;
  }

  void add(@Nullable HandshakeCompletedListener listener) {
    if (listener == null) {
      throw new IllegalArgumentException("the listener is null");
    }
    listeners.add(listener);
  }

  void remove(@Nullable HandshakeCompletedListener listener) {
    if (listener == null || !listeners.remove(listener)) {
      throw new IllegalArgumentException("the listener was not added");
    }
  }

  void tell(TlsSession session) {
    if (!listeners.isEmpty()) {
      List<HandshakeCompletedListener> told = List.copyOf(listeners);
      HandshakeCompletedEvent event =
          new HandshakeCompletedEvent(Objects.requireNonNull(socket), session);
      Thread.ofVirtual()
          .name("handshake-completed")
          .start(() -> told.forEach(each -> each.handshakeCompleted(event)));
    }
  }
}
