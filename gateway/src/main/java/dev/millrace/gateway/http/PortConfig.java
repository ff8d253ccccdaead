package dev.millrace.gateway.http;

import io.helidon.webserver.WebServerConfig;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/// What a server of one port is made with, which knows the socket that it listens on: the server
/// closes that after any failure to accept a connection, and tells its log only.
final class PortConfig extends WebServerConfig.BuilderBase<PortConfig, WebServerConfig> {
  private volatile @Nullable ServerSocketChannel listening;

  /// Whether the server accepts connections.
  boolean isListening() {
    ServerSocketChannel socket = listening;
    return socket != null && socket.isOpen();
  }

  @Override
  public WebServerConfig buildPrototype() {
    preBuildPrototype();
    validatePrototype();
    return new WebServerConfigImpl(this) {
      @Override
      public void configureSocket(ServerSocketChannel socket) {
        listening = socket;
        super.configureSocket(socket);
      }
    };
  }
}
