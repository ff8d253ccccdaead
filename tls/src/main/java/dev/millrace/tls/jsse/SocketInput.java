package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The application data that comes in over a socket.
final class SocketInput extends InputStream {
  private final TlsSocket socket;
  private final SocketProtocol protocol;

  SocketInput(TlsSocket socket, SocketProtocol protocol) {
    this.socket = socket;
    this.protocol = protocol;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return length == 0 ? 0 : protocol.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return protocol.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
