package dev.millrace.gateway.http;

import io.helidon.common.socket.SocketOptions;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/// Options of accepted sockets that hold their read timeout too, which the HTTP server reads and
/// forgets: a peer that stays silent for longer is given up, during a TLS handshake, in the middle
/// of a request, and between two requests.
final class AcceptedSocketOptions
    extends SocketOptions.BuilderBase<AcceptedSocketOptions, SocketOptions> {
  private final Consumer<SocketChannel> accepted;

  /// @param accepted told of each socket; the server closes it where this throws
  AcceptedSocketOptions(Consumer<SocketChannel> accepted) {
    this.accepted = accepted;
  }

  @Override
  public SocketOptions buildPrototype() {
    preBuildPrototype();
    return new SocketOptionsImpl(this) {
      @Override
      public void configureSocket(SocketChannel socket) {
        accepted.accept(socket);
        super.configureSocket(socket);
        try {
          socket.socket().setSoTimeout(Math.toIntExact(readTimeout().toMillis()));
        } catch (SocketException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
