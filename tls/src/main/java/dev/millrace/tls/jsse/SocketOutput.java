package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/// The application data that goes out over a socket. Each write becomes records at once; nothing is
/// held back.
final class SocketOutput extends OutputStream {
  private final TlsSocket socket;
  private final SocketProtocol protocol;

  SocketOutput(TlsSocket socket, SocketProtocol protocol) {
    this.socket = socket;
    this.protocol = protocol;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length > 0) {
      protocol.write(bytes, offset, length);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
