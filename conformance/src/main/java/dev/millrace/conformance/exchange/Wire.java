package dev.millrace.conformance.exchange;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/// The socket between shim and runner. The shim is the one that connects, also where it is the
/// server of TLS, and says first which test it is. An interrupt of its thread closes it.
final class Wire implements Closeable {
  private final SocketChannel socket;
  private final boolean dribbles;

  private Wire(SocketChannel socket, boolean dribbles) {
    this.socket = socket;
    this.dribbles = dribbles;
  }

  static Wire connect(ShimOptions options) throws IOException {
    var host = InetAddress.ofLiteral(options.has(Flag.IPV6) ? "::1" : "127.0.0.1");
    var socket =
        SocketChannel.open(
            new InetSocketAddress(host, options.number(Flag.PORT).orElseThrow().intValue()));
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    var wire = new Wire(socket, options.has(Flag.ASYNC));
    var id = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    wire.write(id.putLong(options.number(Flag.SHIM_ID).orElseThrow()).flip());
    return wire;
  }

  /// Reads at least a byte, and at most one from a connection that dribbles: an engine must not
  /// depend on what arrives together.
  ///
  /// @return -1 at the end
  int read(ByteBuffer into) throws IOException {
    if (!dribbles) {
      return socket.read(into);
    }
    int limit = into.limit();
    into.limit(Math.min(limit, into.position() + 1));
    int count = socket.read(into);
    into.limit(limit);
    return count;
  }

  void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      socket.write(from);
    }
  }

  /// Ends the outgoing half, waits for the end of the incoming one, and closes: a socket closed
  /// with bytes unread would cut the runner off from what was sent last.
  @Override
  public void close() throws IOException {
    try (socket) {
      socket.shutdownOutput();
      var rest = ByteBuffer.allocate(1024);
      while (socket.read(rest.clear()) >= 0) {}
    }
  }
}
