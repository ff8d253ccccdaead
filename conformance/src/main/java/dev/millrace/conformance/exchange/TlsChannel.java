package dev.millrace.conformance.exchange;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/// An engine on a wire: reads and writes of the application, with the handshake in between where
/// the engine wants it. Used by one thread.
///
/// After a failure of the engine, what it has to say of it to the peer was sent.
final class TlsChannel {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SSLEngine engine;
  private final Wire wire;
  // All three are ready to be read from.
  private ByteBuffer incoming;
  private ByteBuffer outgoing;
  private ByteBuffer plaintext;
  private boolean begun;

  TlsChannel(SSLEngine engine, Wire wire) {
    this.engine = engine;
    this.wire = wire;
    this.incoming = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize()).flip();
    this.outgoing = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize()).flip();
    this.plaintext = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
  }

  /// Starts the handshake unless that was done.
  void begin() throws SSLException {
    if (!begun) {
      begun = true;
      engine.beginHandshake();
    }
  }

  /// Sees the handshake through, or as far as is wanted.
  ///
  /// @param early whether it has got far enough although it is not over
  void handshake(BooleanSupplier early) throws IOException {
    while (isHandshaking() && !early.getAsBoolean()) {
      if (!advance()) {
        engine.closeInbound();
        throw new SSLException("closed during the handshake");
      }
    }
  }

  private boolean isHandshaking() {
    return switch (engine.getHandshakeStatus()) {
      case NOT_HANDSHAKING, FINISHED -> false;
      default -> true;
    };
  }

  /// Reads at least a byte of application data.
  ///
  /// @return the number of bytes, or -1 at the end
  int read(byte[] into) throws IOException {
    while (!plaintext.hasRemaining()) {
      if (!advance()) {
        return -1;
      }
    }
    int count = Math.min(into.length, plaintext.remaining());
    plaintext.get(into, 0, count);
    return count;
  }

  /// Writes all the bytes, after the handshake where there is one to be done first.
  void write(byte[] bytes) throws IOException {
    wrapAll(ByteBuffer.wrap(bytes));
    flush();
  }

  /// Writes all the bytes, but lets only the first byte of the records through until the next
  /// write.
  void writeUnfinished(byte[] bytes) throws IOException {
    wrapAll(ByteBuffer.wrap(bytes));
    wire.write(outgoing.slice(outgoing.position(), 1));
    outgoing.position(outgoing.position() + 1);
  }

  /// Sends what the engine wants to send now, such as a KeyUpdate.
  void flushEngine() throws IOException {
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      wrap(NOTHING);
    }
    flush();
  }

  private void wrapAll(ByteBuffer bytes) throws IOException {
    do {
      HandshakeStatus status = engine.getHandshakeStatus();
      int before = bytes.remaining();
      SSLEngineResult result = wrap(bytes);
      if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
        throw new SSLException("closed for writing");
      }
      boolean stuck = bytes.remaining() == before && result.bytesProduced() == 0;
      if (stuck && status != HandshakeStatus.NEED_WRAP && isHandshaking()) {
        flush();
        if (!advance()) {
          throw new SSLException("closed during the handshake");
        }
      }
    } while (bytes.hasRemaining());
  }

  /// Takes one step: runs what the engine wants run, sends what it wants sent, or gives it what has
  /// come.
  ///
  /// @return false at the end of the incoming half, with `close_notify` or without
  private boolean advance() throws IOException {
    stopIfInterrupted();
    return switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
          task.run();
        }
        yield true;
      }
      case NEED_WRAP -> {
        wrap(NOTHING);
        flush();
        yield true;
      }
      default -> unwrap();
    };
  }

  private boolean unwrap() throws IOException {
    SSLEngineResult result;
    plaintext.compact();
    try {
      result = engine.unwrap(incoming, plaintext);
    } catch (SSLException e) {
      throw failed(e);
    } finally {
      plaintext.flip();
    }
    return switch (result.getStatus()) {
      case OK -> true;
      case CLOSED -> false;
      case BUFFER_OVERFLOW -> {
        plaintext = enlarged(plaintext);
        yield true;
      }
      case BUFFER_UNDERFLOW -> receive();
    };
  }

  private boolean receive() throws IOException {
    if (incoming.remaining() == incoming.capacity()) {
      incoming = enlarged(incoming);
    }
    incoming.compact();
    int count = wire.read(incoming);
    incoming.flip();
    if (count < 0 && isHandshaking()) {
      try {
        engine.closeInbound();
      } catch (SSLException e) {
        throw failed(e);
      }
    }
    return count >= 0;
  }

  private SSLEngineResult wrap(ByteBuffer bytes) throws IOException {
    while (true) {
      stopIfInterrupted();
      SSLEngineResult result;
      outgoing.compact();
      try {
        result = engine.wrap(bytes, outgoing);
      } catch (SSLException e) {
        outgoing.flip();
        throw failed(e);
      }
      outgoing.flip();
      if (result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW) {
        return result;
      }
      outgoing = enlarged(outgoing);
    }
  }

  /// An engine that wants the same step for ever must not keep its thread.
  private static void stopIfInterrupted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the test was given up");
    }
  }

  private void flush() throws IOException {
    wire.write(outgoing);
  }

  /// Sends the alert, if there is one.
  private SSLException failed(SSLException failure) throws IOException {
    try {
      while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
        outgoing.compact();
        SSLEngineResult result;
        try {
          result = engine.wrap(NOTHING, outgoing);
        } finally {
          outgoing.flip();
        }
        if (result.bytesProduced() == 0) {
          break;
        }
      }
      flush();
    } catch (IOException e) {
      // The peer may be gone; why the engine failed is what matters.
      failure.addSuppressed(e);
    }
    return failure;
  }

  private static ByteBuffer enlarged(ByteBuffer buffer) {
    return ByteBuffer.allocate(2 * buffer.capacity()).put(buffer).flip();
  }

  /// Sends `close_notify`.
  void closeOutbound() throws IOException {
    engine.closeOutbound();
    while (!engine.isOutboundDone()) {
      if (wrap(NOTHING).getStatus() == SSLEngineResult.Status.CLOSED) {
        break;
      }
    }
    flush();
  }

  /// Tells the engine of the end of the incoming half.
  ///
  /// @throws SSLException if there was no `close_notify`
  void closeInbound() throws SSLException {
    engine.closeInbound();
  }
}
