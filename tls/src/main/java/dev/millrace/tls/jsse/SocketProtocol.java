package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// Blocking reads and writes of a socket: the handshake that comes before the first of them, and
/// the end.
///
/// **Locks.** `handshaking`, then [RecordInput]'s, then [RecordOutput]'s; a thread that waits for
/// the transport holds those of its own direction only, so reading and writing go on independently,
/// and closing waits for neither. All are ReentrantLocks, under which virtual threads do not pin
/// their carrier.
///
/// **Once more.** A handshake is made once. To start it again where it is complete has new keys
/// made in TLS 1.3, and no effect in TLS 1.2, which is not renegotiated.
///
/// **Timeouts.** A read that times out has lost nothing: what had come of a record stays, and the
/// next read, or handshake, goes on there.
final class SocketProtocol {
  private final ConnectionEnd end;
  private final Layer layer;
  private final Consumer<TlsSession> completed;
  private final RecordInput input;
  private final RecordOutput output;
  private final ReentrantLock handshaking = new ReentrantLock();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean complete;
  private volatile boolean inputShutdown;

  /// @param completed is told once, when the handshake is complete
  SocketProtocol(ConnectionEnd end, Layer layer, Consumer<TlsSession> completed) {
    this.end = end;
    this.layer = layer;
    this.completed = completed;
    this.input = new RecordInput(end, layer);
    this.output = new RecordOutput(layer);
  }

  /// Completes the handshake; if that has been done, has new keys made where that can be.
  void startHandshake() throws IOException {
    if (complete) {
      end.begin().requestKeyUpdate(false);
    } else {
      handshake();
    }
  }

  /// Completes the handshake, unless that has been done.
  ///
  /// @throws SSLException if a key manager or the like asks for it, on whose answer it waits
  Connection handshake() throws IOException {
    requireOpen();
    Connection connection = end.begin();
    if (complete) {
      return connection;
    }
    if (handshaking.isHeldByCurrentThread()) {
      throw new SSLException("the handshake cannot wait for itself");
    }
    handshaking.lock();
    try {
      if (!complete) {
        handshake(connection);
        complete = true;
        completed.accept(end.session());
      }
      return connection;
    } catch (TlsFailure e) {
      throw failed(connection, e);
    } finally {
      handshaking.unlock();
    }
  }

  private void handshake(Connection connection) throws IOException, TlsFailure {
    output.flush(connection);
    while (!connection.isEstablished()) {
      requireOpen();
      TlsFailure failure = connection.failure();
      if (failure != null) {
        throw failure;
      }
      if (connection.isInboundClosed()) {
        throw new SSLHandshakeException("the input was shut down during the handshake");
      }
      input.receive(connection);
      output.flush(connection);
    }
  }

  /// Reads at least one byte, or returns -1 at the end.
  int read(byte[] bytes, int offset, int length) throws IOException {
    Connection connection = handshake();
    if (inputShutdown) {
      return -1;
    }
    try {
      int count = input.read(connection, bytes, offset, length);
      if (count < 0) {
        // The end may be our own, by another thread, which is none of the data.
        requireOpen();
      }
      answer(connection);
      return count;
    } catch (TlsFailure e) {
      throw failed(connection, e);
    }
  }

  /// Sends what reading led to. What was read counts even if that fails; the next write meets it.
  private void answer(Connection connection) {
    try {
      output.flush(connection);
    } catch (IOException e) {
      // The peer that has said its last word may be gone.
    }
  }

  /// Bytes that can be read without waiting.
  int available() throws IOException {
    requireOpen();
    return input.available();
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    Connection connection = handshake();
    TlsFailure failure = connection.failure();
    if (failure != null) {
      throw end.exception(failure);
    }
    try {
      output.write(connection, bytes, offset, length);
    } catch (TlsFailure e) {
      throw failed(connection, e);
    } finally {
      answer(connection);
    }
  }

  /// Tells the peer, as far as it listens, and ends the transport.
  private SSLException failed(Connection connection, TlsFailure failure) {
    SSLException exception = end.exception(failure);
    try (Closeable _ = this::close) {
      output.flush(connection);
    } catch (IOException e) {
      exception.addSuppressed(e);
    }
    return exception;
  }

  void shutdownInput() throws IOException {
    inputShutdown = true;
    Connection connection = end.connection();
    boolean isPremature = connection != null && !connection.isInboundClosed();
    if (connection != null) {
      connection.closeInbound();
    }
    if (layer.autoClose()) {
      layer.socket().shutdownInput();
    }
    if (isPremature) {
      throw new SSLException("closing inbound before receiving peer's close_notify");
    }
  }

  boolean isInputShutdown() {
    return inputShutdown;
  }

  /// Says goodbye. Where the transport is broken, nothing can be said to anybody, and it is closed
  /// at once: who shuts down in order to close may take the failure for the end.
  void shutdownOutput() throws IOException {
    Connection connection = end.begin();
    connection.closeOutbound();
    try {
      if (layer.autoClose()) {
        output.end(connection);
      } else {
        output.flush(connection);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  boolean isOutputShutdown() {
    Connection connection = end.connection();
    return connection != null && connection.isOutboundClosed();
  }

  boolean isClosed() {
    return closed.get() || layer.socket().isClosed();
  }

  /// Says goodbye, if nobody is writing just now, and closes the transport. A socket that does not
  /// belong to us is left where the peer's TLS ends, so that it can be used for something else.
  void close() throws IOException {
    if (closed.getAndSet(true)) {
      return;
    }
    Connection connection = end.connection();
    if (connection == null) {
      closeTransport();
      return;
    }
    // The transport ends first: who still reads must not take our end for the peer's.
    try (Closeable _ = () -> forget(connection);
        Closeable _ = this::closeTransport) {
      sayGoodbye(connection);
    }
  }

  private void closeTransport() throws IOException {
    if (layer.autoClose()) {
      layer.socket().close();
    }
  }

  private void forget(Connection connection) {
    connection.close();
    input.forget();
  }

  private void sayGoodbye(Connection connection) {
    try {
      connection.closeOutbound();
      output.flush(connection);
      if (layer.autoClose()) {
        input.discardAvailable();
      } else {
        input.discardRest(connection);
      }
    } catch (IOException | TlsFailure e) {
      // The transport is gone, or the peer said something wrong: there is nobody to say it to.
    }
  }

  private void requireOpen() throws SocketException {
    if (closed.get()) {
      throw new SocketException("the socket is closed");
    }
  }
}
