package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/// A client of a [TestServer], as that sees it.
final class Peer {
  private final int index;
  private final Socket raw;
  private final Socket socket;
  private final InputStream in;

  /// @param index how many connections there were before
  /// @param raw the TCP connection
  /// @param socket the TLS connection over it, or the same
  Peer(int index, Socket raw, Socket socket) throws IOException {
    this.index = index;
    this.raw = raw;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  int index() {
    return index;
  }

  Socket socket() {
    return socket;
  }

  /// The TCP connection.
  Socket raw() {
    return raw;
  }

  /// Reads a head up to its empty line, one character per byte; empty at the end.
  String head() throws IOException {
    StringBuilder head = new StringBuilder();
    for (int b = in.read(); b != -1; b = in.read()) {
      head.append((char) b);
      if (head.length() > 3 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
        return head.toString();
      }
    }
    return "";
  }

  /// Reads that many bytes, or fewer at the end.
  String hear(int count) throws IOException {
    return new String(in.readNBytes(count), ISO_8859_1);
  }

  /// Reads what there is, at least one byte.
  ///
  /// @return how many; -1 at the end
  int some(byte[] into) throws IOException {
    return in.read(into);
  }

  /// Reads all up to the end, which the client makes, and returns how many bytes there were.
  long awaitEnd() throws IOException {
    long count = 0;
    for (byte[] some = new byte[8192]; ; ) {
      int read = in.read(some);
      if (read < 0) {
        return count;
      }
      count += read;
    }
  }

  /// Writes one byte per character, at once.
  void say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /// Ends the connection with a reset.
  void reset() throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }
}
