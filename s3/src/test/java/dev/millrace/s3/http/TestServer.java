package dev.millrace.s3.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A server on this machine of which each connection is conducted by a script: one that does
/// nothing by itself, and anything that a test wants.
final class TestServer implements AutoCloseable {
  /// What the server does on one connection, which ends with it.
  @FunctionalInterface
  interface Script {
    void conduct(Peer peer) throws Exception;
  }

  private final ServerSocket listener;
  private final @Nullable SSLContext tls;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private TestServer(ServerSocket listener, @Nullable SSLContext tls, Script script) {
    this.listener = listener;
    this.tls = tls;
    this.script = script;
  }

  static TestServer start(Script script) throws IOException {
    return start("127.0.0.1", null, script);
  }

  /// @param tls null for none
  static TestServer start(String address, @Nullable SSLContext tls, Script script)
      throws IOException {
    return start(address, 0, tls, script);
  }

  static TestServer start(String address, int port, @Nullable SSLContext tls, Script script)
      throws IOException {
    ServerSocket listener = new ServerSocket(port, 50, InetAddress.ofLiteral(address));
    TestServer server = new TestServer(listener, tls, script);
    Thread.ofVirtual().start(server::accept);
    return server;
  }

  /// A script that gives the same answer to every request.
  static Script always(String answer) {
    return peer -> {
      while (!peer.head().isEmpty()) {
        peer.say(answer);
      }
    };
  }

  int port() {
    return listener.getLocalPort();
  }

  Route route() {
    return new Route(tls != null, "127.0.0.1", port(), null);
  }

  /// How many connections there were so far.
  int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        int index = connections.getAndIncrement();
        Thread.ofVirtual().start(() -> conduct(socket, index));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void conduct(Socket socket, int index) {
    try (socket) {
      script.conduct(new Peer(index, socket, tls == null ? socket : secured(socket, tls)));
    } catch (Exception _) {
      // Either side is done; what is wrong shows on the other.
    }
  }

  private static Socket secured(Socket socket, SSLContext tls) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, "127.0.0.1", 0, true);
    secured.setUseClientMode(false);
    return secured;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
