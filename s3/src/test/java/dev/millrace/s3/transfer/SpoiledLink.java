package dev.millrace.s3.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A port of 127.0.0.1 that passes on what clients and a server say to one another, and spoils what
/// the server says. It knows nothing of what that means: what is spoiled may be a TLS record.
final class SpoiledLink implements AutoCloseable {
  /// What happens to a connection.
  enum Damage {
    /// It ends.
    CUT,
    /// It is reset.
    RESET,
    /// A bit is inverted.
    FLIP,
    /// Nothing comes any more.
    STALL
  }

  private final ServerSocket listener;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger damages = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Damage damage = Damage.CUT;
  private volatile long position;

  private SpoiledLink(ServerSocket listener, int port) {
    this.listener = listener;
    this.port = port;
  }

  /// Leads to that port of 127.0.0.1, and spoils nothing yet.
  static SpoiledLink to(int port) throws IOException {
    SpoiledLink link =
        new SpoiledLink(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    Thread.ofVirtual().start(link::accept);
    return link;
  }

  int port() {
    return listener.getLocalPort();
  }

  /// How many connections there were.
  int connections() {
    return connections.get();
  }

  /// How many more connections will be spoiled.
  int damagesLeft() {
    return damages.get();
  }

  /// Spoils so many connections.
  ///
  /// @param at the first byte of what the server says on a connection that is not as it was
  void spoil(Damage how, long at, int times) {
    damage = how;
    position = at;
    damages.set(times);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.addAll(List.of(client, server));
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(client, server));
        Thread.ofVirtual().start(() -> ask(client, server));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private static void ask(Socket client, Socket server) {
    try (server) {
      client.getInputStream().transferTo(server.getOutputStream());
    } catch (IOException _) {
      // Either side is done.
    }
  }

  private void serve(Socket client, Socket server) {
    byte[] some = new byte[16 << 10];
    try (client) {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      long passed = 0;
      for (int count = in.read(some); count >= 0; count = in.read(some)) {
        int sound = Math.clamp(position - passed, 0, count);
        if (passed <= position && sound < count && takeDamage()) {
          out.write(some, 0, sound);
          spoil(client, some, sound);
          out.write(some, sound, count - sound);
        } else {
          out.write(some, 0, count);
        }
        passed += count;
      }
    } catch (IOException | InterruptedException _) {
      // Either side is done.
    }
  }

  private boolean takeDamage() {
    return damages.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private void spoil(Socket client, byte[] bytes, int at) throws IOException, InterruptedException {
    switch (damage) {
      case CUT -> client.close();
      case RESET -> {
        client.setSoLinger(true, 0);
        client.close();
      }
      case FLIP -> bytes[at] ^= 1;
      case STALL -> {
        end.await();
        client.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
