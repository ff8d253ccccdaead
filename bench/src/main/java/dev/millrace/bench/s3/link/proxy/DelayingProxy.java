package dev.millrace.bench.s3.link.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;

/// A TCP proxy before a server on loopback that makes it seem to be far away.
///
/// Each connection has in each direction a link of its own, on which bytes follow each other at a
/// rate and arrive after a delay ([Timetable]). Orderly ends and resets travel in the same way.
///
/// What it does not play: a connection is made at once, as the system does that, so instead what a
/// client sends first is held back for the round trip that it would have had to wait before; the
/// slow start of TCP, so a connection has its full rate from the first byte on; losses; and links
/// that several connections share.
///
/// Threads are platform threads that block, two for each direction.
public final class DelayingProxy implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("link-", 0).factory();

  private final ServerSocketChannel listener;
  private final InetSocketAddress server;
  private final Terms terms;
  private final Chunks chunks = new Chunks();

  private DelayingProxy(ServerSocketChannel listener, InetSocketAddress server, Terms terms) {
    this.listener = listener;
    this.server = server;
    this.terms = terms;
  }

  /// Listens on a free port of loopback.
  ///
  /// @param server the port of loopback that connections go on to
  public static DelayingProxy start(int server, Terms terms) throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(loopback, 0), BACKLOG);
    DelayingProxy proxy =
        new DelayingProxy(listener, new InetSocketAddress(loopback, server), terms);
    THREADS.newThread(proxy::acceptAll).start();
    return proxy;
  }

  public int port() {
    return listener.socket().getLocalPort();
  }

  private void acceptAll() {
    try {
      while (true) {
        relay(listener.accept());
      }
    } catch (ClosedChannelException _) {
      // It was told to stop.
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void relay(SocketChannel client) {
    long accepted = System.nanoTime();
    try {
      Relay.start(client, SocketChannel.open(server), terms, accepted, chunks, THREADS);
    } catch (IOException _) {
      Relay.reset(client);
    }
  }

  /// Takes no more connections; those that there are go on.
  @Override
  public void close() throws IOException {
    listener.close();
  }
}
