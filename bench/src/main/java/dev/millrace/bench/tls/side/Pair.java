package dev.millrace.bench.tls.side;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/// A client's and a server's engine with the wire between them, all in one thread.
public final class Pair {
  private final Contender contender;
  private final Wire wire;
  private final SSLEngine client;
  private final SSLEngine server;

  /// Whoever looks at what passes.
  @FunctionalInterface
  interface Observer {
    /// Sees what the server answered the ClientHello with, all that was put before the position.
    void serverFlight(ByteBuffer written) throws SSLException;
  }

  Pair(Contender contender, Wire wire, int port) {
    this.contender = contender;
    this.wire = wire;
    wire.clear();
    client = contender.client(port);
    server = contender.server();
  }

  public SSLEngine client() {
    return client;
  }

  public SSLEngine server() {
    return server;
  }

  void begin() throws SSLException {
    client.beginHandshake();
    server.beginHandshake();
  }

  /// Until a byte went either way. With it goes what BoringSSL holds back: the client's Finished
  /// and the server's tickets.
  void handshake(Observer observer) throws SSLException {
    advance(client, wire.toClient(), wire.toServer());
    advance(server, wire.toServer(), wire.toClient());
    observer.serverFlight(wire.toClient());
    do {
      advance(client, wire.toClient(), wire.toServer());
      advance(server, wire.toServer(), wire.toClient());
    } while (!quiet());
    send(client, wire.toServer());
    advance(server, wire.toServer(), wire.toClient());
    send(server, wire.toClient());
    advance(client, wire.toClient(), wire.toServer());
    if (!done(client) || !done(server) || wire.plaintext().position() != 2) {
      throw new SSLException("the handshake stands still");
    }
  }

  private void send(SSLEngine engine, ByteBuffer out) throws SSLException {
    wire.oneByte().rewind();
    while (wire.oneByte().hasRemaining()) {
      engine.wrap(wire.oneByte(), out);
    }
  }

  /// With close_notify from both sides.
  public void close() throws SSLException {
    client.closeOutbound();
    flush(client, wire.toServer());
    advance(server, wire.toServer(), wire.toClient());
    server.closeInbound();
    server.closeOutbound();
    flush(server, wire.toClient());
    advance(client, wire.toClient(), wire.toServer());
    client.closeInbound();
    contender.release(client);
    contender.release(server);
  }

  private boolean quiet() {
    return wire.toServer().position() == 0 && wire.toClient().position() == 0;
  }

  private static boolean done(SSLEngine engine) {
    return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
  }

  private void flush(SSLEngine engine, ByteBuffer out) throws SSLException {
    while (!engine.isOutboundDone()) {
      engine.wrap(wire.nothing(), out);
    }
  }

  /// Whatever one side can do with what it has received.
  private void advance(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    in.flip();
    boolean more = true;
    while (more) {
      more =
          switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
              for (Runnable task = engine.getDelegatedTask();
                  task != null;
                  task = engine.getDelegatedTask()) {
                task.run();
              }
              yield true;
            }
            case NEED_WRAP -> {
              engine.wrap(wire.nothing(), out);
              yield true;
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN, NOT_HANDSHAKING, FINISHED -> receive(engine, in);
          };
    }
    in.compact();
  }

  private boolean receive(SSLEngine engine, ByteBuffer in) throws SSLException {
    if (!in.hasRemaining() || engine.isInboundDone()) {
      return false;
    }
    if (!wire.plaintext().hasRemaining()) {
      throw new SSLException("more was received than was sent");
    }
    engine.unwrap(in, wire.plaintext());
    return true;
  }
}
