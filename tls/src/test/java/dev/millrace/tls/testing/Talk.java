package dev.millrace.tls.testing;

import dev.millrace.tls.TlsConnection;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// A TLS connection that blocks, whatever it is made of.
public interface Talk extends AutoCloseable {
  /// What this provider tells of it.
  TlsConnection connection();

  void handshake() throws IOException;

  void write(byte[] bytes) throws IOException;

  /// At least one byte, or -1 at the end.
  int read(byte[] bytes) throws IOException;

  /// Says goodbye and closes the transport.
  @Override
  void close() throws IOException;

  static Talk by(SSLSocket socket) {
    return new BySocket(socket);
  }

  /// By an engine.
  ///
  /// @param transport is closed with it
  static Talk by(SSLEngine engine, Socket transport) {
    return new ByEngine(engine, transport);
  }

  /// By an SSLSocket.
  record BySocket(SSLSocket socket) implements Talk {
    @Override
    public TlsConnection connection() {
      return TlsConnection.of(socket);
    }

    @Override
    public void handshake() throws IOException {
      socket.startHandshake();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
    }

    @Override
    public int read(byte[] bytes) throws IOException {
      return socket.getInputStream().read(bytes);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /// By an SSLEngine over a plain socket, as its documentation has it.
  final class ByEngine implements Talk {
    private static final byte[] NOTHING = {};

    private final SSLEngine engine;
    private final Socket transport;
    private final ByteBuffer incoming;
    private final ByteBuffer outgoing;

    /// Up to its position, what was opened and not read.
    private final ByteBuffer plain;

    ByEngine(SSLEngine engine, Socket transport) {
      this.engine = engine;
      this.transport = transport;
      incoming = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).limit(0);
      outgoing = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      plain = ByteBuffer.allocate(2 * engine.getSession().getApplicationBufferSize());
    }

    @Override
    public TlsConnection connection() {
      return TlsConnection.of(engine);
    }

    @Override
    public void handshake() throws IOException {
      engine.beginHandshake();
      while (step()) {
        // It goes on.
      }
    }

    /// Whether the handshake needs more.
    private boolean step() throws IOException {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> wrap(ByteBuffer.wrap(NOTHING));
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap();
        case FINISHED, NOT_HANDSHAKING -> {
          return false;
        }
      }
      return true;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      ByteBuffer data = ByteBuffer.wrap(bytes);
      while (data.hasRemaining()) {
        if (wrap(data) == Status.CLOSED) {
          throw new SSLException("closed");
        }
      }
    }

    @Override
    public int read(byte[] bytes) throws IOException {
      while (plain.position() == 0) {
        if (engine.isInboundDone()) {
          return -1;
        }
        if (!step()) {
          unwrap();
        }
      }
      plain.flip();
      int count = Math.min(bytes.length, plain.remaining());
      plain.get(bytes, 0, count);
      plain.compact();
      Arrays.fill(plain.array(), plain.position(), plain.capacity(), (byte) 0);
      return count;
    }

    private Status wrap(ByteBuffer data) throws IOException {
      SSLEngineResult result = engine.wrap(data, outgoing.clear());
      transport.getOutputStream().write(outgoing.array(), 0, outgoing.position());
      return result.getStatus();
    }

    private void unwrap() throws IOException {
      if (engine.unwrap(incoming, plain).getStatus() != Status.BUFFER_UNDERFLOW) {
        return;
      }
      incoming.compact();
      int count;
      try {
        count =
            transport
                .getInputStream()
                .read(incoming.array(), incoming.position(), incoming.remaining());
        incoming.position(incoming.position() + Math.max(count, 0));
      } finally {
        incoming.flip();
      }
      if (count < 0) {
        engine.closeInbound();
      }
    }

    @Override
    public void close() throws IOException {
      try (transport) {
        engine.closeOutbound();
        while (!engine.isOutboundDone()) {
          step();
        }
        if (!engine.isInboundDone()) {
          engine.closeInbound();
        }
      } catch (IOException e) {
        // The peer has gone without a word.
      }
    }
  }
}
