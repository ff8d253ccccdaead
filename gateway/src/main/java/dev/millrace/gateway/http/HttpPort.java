package dev.millrace.gateway.http;

import dev.millrace.gateway.watch.Watch;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Consumer;

/// A port that is listened on by a server of its own: so several can be closed at the same time, or
/// one after the other.
///
/// A server listens no longer once a single connection could not be accepted, for want of file
/// descriptors, say. Then another one takes its place; what is under way on the connections of the
/// first has the time that it has when a port is closed.
final class HttpPort implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpPort.class.getName());

  /// Between two looks, and between two tries to listen again.
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final String host;
  private final int port;
  private final Duration patience;
  private final Consumer<PortConfig> how;
  private final Watch watch;
  private volatile Listener listener;
  private boolean isClosed;

  private record Listener(WebServer server, PortConfig config) {}

  private HttpPort(String host, Duration patience, Consumer<PortConfig> how, Listener listener) {
    this.host = host;
    this.port = listener.server.port();
    this.patience = patience;
    this.how = how;
    this.listener = listener;
    this.watch = Watch.begin("port " + port, PERIOD, this::listenAgain);
  }

  /// Listens when this returns.
  ///
  /// @param port 0 takes any free one
  /// @param patience how long connections may stay once the port is closed
  /// @param how what else there is to say of the server
  /// @throws BindException if that cannot be listened on
  static HttpPort open(String host, int port, Duration patience, Consumer<PortConfig> how)
      throws BindException {
    return new HttpPort(host, patience, how, listener(host, port, patience, how));
  }

  private static Listener listener(
      String host, int port, Duration patience, Consumer<PortConfig> how) throws BindException {
    requireFree(host, port);
    PortConfig config =
        new PortConfig()
            .host(host)
            .port(port)
            .useNio(false)
            // What is written comes in pieces that are large enough.
            .writeBufferSize(0)
            .protocolsDiscoverServices(false)
            .shutdownHook(false)
            .shutdownGracePeriod(patience);
    how.accept(config);
    WebServer server = WebServer.create(config.buildPrototype()).start();
    if (!server.isRunning()) {
      throw new BindException("taken in this very moment");
    }
    return new Listener(server, config);
  }

  /// Listens for a moment: of a port in use the server tells its log only, and starts without.
  private static void requireFree(String host, int port) throws BindException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new BindException(e.getMessage());
    }
  }

  /// The one that is listened on.
  int number() {
    return port;
  }

  /// Whether connections are accepted now.
  boolean isListening() {
    return listener.config.isListening();
  }

  private synchronized void listenAgain() {
    if (isClosed || isListening()) {
      return;
    }
    try {
      listener = listener(host, port, patience, how);
      LOG.log(System.Logger.Level.WARNING, "port {0,number,#} is listened on again", port);
    } catch (BindException | RuntimeException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "port {0,number,#} is listened on no longer, and cannot be now: {1}",
          port,
          e.getMessage());
    }
  }

  /// Listens no longer, from the beginning of this, and returns when all connections are gone, or
  /// have had the time that they may take.
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    watch.close();
    listener.server.stop();
  }
}
