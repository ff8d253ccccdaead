package dev.millrace.bench.s3.link.proxy;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// A client's connection, and the one to the server that goes on behind the link.
final class Relay {
  private static final int LANES = 2;

  private final SocketChannel client;
  private final SocketChannel server;
  private final AtomicInteger open = new AtomicInteger(LANES);

  private Relay(SocketChannel client, SocketChannel server) {
    this.client = client;
    this.server = server;
  }

  /// Lets bytes through in both directions, from now on and in threads of their own.
  ///
  /// @param accepted when the client had its connection, in nanoseconds
  static void start(
      SocketChannel client,
      SocketChannel server,
      Terms terms,
      long accepted,
      Chunks chunks,
      ThreadFactory threads)
      throws IOException {
    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    server.setOption(StandardSocketOptions.TCP_NODELAY, true);
    Relay relay = new Relay(client, server);
    long connected = accepted + terms.roundTrip().toNanos();
    for (Lane lane :
        new Lane[] {
          new Lane(client, server, terms, connected, chunks, relay),
          new Lane(server, client, terms, accepted, chunks, relay)
        }) {
      threads.newThread(lane::read).start();
      threads.newThread(lane::write).start();
    }
  }

  /// Says that nothing follows in one direction.
  void ended() {
    if (open.decrementAndGet() == 0) {
      close(client);
      close(server);
    }
  }

  /// Ends both connections without an orderly end.
  void reset() {
    reset(client);
    reset(server);
  }

  static void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException _) {
      // It is closed already.
    }
    close(channel);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // Nobody is left to be told.
    }
  }
}
