package dev.millrace.bench.growth.membership;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;

/// Stands between ZooKeeper's clients and a server on this machine, and counts what they send each
/// other.
///
/// The server's own counters would not do: they leave out the bytes of some answers, and do not
/// tell apart pings, which come by the clock whatever else happens.
///
/// A message is a frame of ZooKeeper's protocol (`zookeeper.jute`): its length in 4 bytes, and what
/// is that long. It begins with a number in 4 bytes by which answers are told apart, and which is
/// -2 for pings.
///
/// Safe for use by several threads.
final class Meter implements AutoCloseable {
  private static final int PING = -2;
  private static final long POLL_MILLIS = 10;

  private final ServerSocket door;
  private final int server;
  private Traffic pings = Traffic.NONE;
  private Traffic others = Traffic.NONE;
  private long lastOther = System.nanoTime();

  private Meter(ServerSocket door, int server) {
    this.door = door;
    this.server = server;
  }

  /// @param server the port of the server
  static Meter open(int server) throws IOException {
    Meter meter = new Meter(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), server);
    Thread.ofVirtual().start(meter::accept);
    return meter;
  }

  /// Where clients come to.
  int port() {
    return door.getLocalPort();
  }

  /// The port of the server.
  int server() {
    return server;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket onward = new Socket(InetAddress.getLoopbackAddress(), server);
        client.setTcpNoDelay(true);
        onward.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> pass(client, onward));
        Thread.ofVirtual().start(() -> pass(onward, client));
      }
    } catch (IOException _) {
      // Closed; or the server is gone, which its clients will tell.
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to;
        DataInputStream in = new DataInputStream(from.getInputStream());
        OutputStream out = to.getOutputStream()) {
      while (true) {
        int length = in.readInt();
        byte[] frame = new byte[Integer.BYTES + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, Integer.BYTES, length);
        count(ByteBuffer.wrap(frame));
        out.write(frame);
      }
    } catch (IOException _) {
      // One of them has closed, and the other is told.
    }
  }

  private synchronized void count(ByteBuffer frame) {
    Traffic message = new Traffic(1, frame.capacity());
    if (frame.getInt(Integer.BYTES) == PING) {
      pings = pings.and(message);
    } else {
      others = others.and(message);
      lastOther = System.nanoTime();
    }
  }

  /// All so far.
  synchronized Traffic all() {
    return pings.and(others);
  }

  /// All so far but pings.
  synchronized Traffic withoutPings() {
    return others;
  }

  private synchronized Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastOther);
  }

  /// Waits until nothing but pings has been sent for so long.
  void awaitSilence(Duration silence) throws InterruptedException {
    while (silence().compareTo(silence) < 0) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
