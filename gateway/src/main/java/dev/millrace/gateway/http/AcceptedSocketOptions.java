package dev.millrace.gateway.http;

import io.helidon.common.socket.SocketOptions;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/// Options of accepted sockets, by which somebody is told of each of them.
///
/// There is no timeout among them. Silence is [OpenConnections]' concern, and a read with a timeout
/// costs a timer each, set and cancelled: a tenth of the processor time of a small answer.
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
      }
    };
  }
}
