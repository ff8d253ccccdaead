package dev.millrace.gateway.http;

import io.helidon.common.socket.SocketOptions;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Options of accepted sockets that hold a read timeout too, which the HTTP server would read and
/// forget: a peer that stays silent for longer is given up, during a TLS handshake, in the middle
/// of a request, and between two requests.
final class AcceptedSocketOptions
    extends SocketOptions.BuilderBase<AcceptedSocketOptions, SocketOptions> {
  private final Supplier<Duration> silence;
  private final Consumer<SocketChannel> accepted;

  /// @param silence after which a peer is given up, asked for each socket
  /// @param accepted told of each socket; the server closes it where this throws
  AcceptedSocketOptions(Supplier<Duration> silence, Consumer<SocketChannel> accepted) {
    this.silence = silence;
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
          socket.socket().setSoTimeout(Math.toIntExact(silence.get().toMillis()));
        } catch (SocketException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
