package dev.millrace.bench.s3.link;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// Whether the link carries what it should: bare sockets with a server that writes without end.
final class LinkCheck {
  private static final Duration LENGTH = Duration.ofSeconds(2);
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int MOST_CONNECTIONS = 8;
  private static final double MEGA = 1e6;

  private LinkCheck() {}

  /// What the link carried over some connections, and the processor time it took for that.
  ///
  /// @param cores how many of them the proxy kept busy
  record Load(int connections, double megabytesPerSecond, double cores) {}

  /// Loads a link with 1, 4 and 8 connections, one after the other.
  static Load[] run(Workbench workbench) throws IOException, InterruptedException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      Thread.ofPlatform().daemon().name("endless").start(() -> serve(server));
      try (Link link = Link.to(workbench, "link-check", server.socket().getLocalPort())) {
        return new Load[] {load(link, 1), load(link, 4), load(link, MOST_CONNECTIONS)};
      }
    }
  }

  private static void serve(ServerSocketChannel server) {
    try {
      while (true) {
        SocketChannel client = server.accept();
        Thread.ofPlatform().daemon().name("endless").start(() -> writeTo(client));
      }
    } catch (IOException _) {
      // It is over.
    }
  }

  private static void writeTo(SocketChannel client) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (client) {
      while (true) {
        client.write(buffer.clear());
      }
    } catch (IOException _) {
      // The client has had enough.
    }
  }

  private static Load load(Link link, int connections) throws IOException, InterruptedException {
    Callable<Double> reader = () -> read(link.port());
    Duration before = link.cpuTime();
    double rate =
        new Crew(connections)
            .run(Collections.nCopies(connections, reader)).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    double cpu = link.cpuTime().minus(before).toNanos();
    return new Load(connections, rate / MEGA, cpu / LENGTH.toNanos());
  }

  /// The rate of one connection, in bytes per second from its first byte on.
  private static double read(int port) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (SocketChannel link =
        SocketChannel.open(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port))) {
      link.read(buffer);
      long start = System.nanoTime();
      long end = start + LENGTH.toNanos();
      long count = 0;
      while (System.nanoTime() - end < 0) {
        count += link.read(buffer.clear());
      }
      return count * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
    }
  }
}
