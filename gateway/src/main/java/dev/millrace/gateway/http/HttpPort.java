package dev.millrace.gateway.http;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Consumer;

/// A port that is listened on by a server of its own: so several can be closed at the same time, or
/// one after the other.
final class HttpPort implements AutoCloseable {
  private final WebServer server;
  private final int port;

  private HttpPort(WebServer server) {
    this.server = server;
    this.port = server.port();
  }

  /// Listens when this returns.
  ///
  /// @param port 0 takes any free one
  /// @param patience how long connections may stay once the port is closed
  /// @param how what else there is to say of the server
  /// @throws BindException if that cannot be listened on
  static HttpPort open(
      String host, int port, Duration patience, Consumer<WebServerConfig.Builder> how)
      throws BindException {
    requireFree(host, port);
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(host)
            .port(port)
            .useNio(false)
            .protocolsDiscoverServices(false)
            .shutdownHook(false)
            .shutdownGracePeriod(patience);
    how.accept(builder);
    WebServer server = builder.build().start();
    if (!server.isRunning()) {
      throw new BindException("taken in this very moment");
    }
    return new HttpPort(server);
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

  /// Listens no longer, from the beginning of this, and returns when all connections are gone, or
  /// have had the time that they may take.
  @Override
  public void close() {
    server.stop();
  }
}
