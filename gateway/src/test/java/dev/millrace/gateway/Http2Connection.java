package dev.millrace.gateway;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// A connection of HTTP/2 (RFC 9113) through TLS whose client says whatever a test wants, frame by
/// frame. Field sections are encoded as literals without indexing and without Huffman (RFC 7541).
final class Http2Connection implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;

  static final byte[] NOTHING = {};

  /// Of HPACK's static table (RFC 7541, appendix A): two whole fields, and three names.
  static final int GET = 0x82;

  static final int HTTPS = 0x87;
  static final int AUTHORITY = 1;
  static final int METHOD = 2;
  static final int PATH = 4;

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SSLSocket socket;
  private final DataInputStream in;

  private Http2Connection(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  /// A frame as it came.
  record Frame(int type, int flags, int stream, byte[] payload) {
    /// The error code of RST_STREAM or GOAWAY.
    int errorCode() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }
  }

  /// A connection that has sent its preface and empty SETTINGS.
  static Http2Connection to(TestGateway gateway) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            TestGateway.trust()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.port());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(30_000);
    Http2Connection connection = new Http2Connection(socket);
    connection.write(PREFACE);
    connection.send(SETTINGS, 0, 0, NOTHING);
    return connection;
  }

  /// The field section of a GET of that path, and of what more there is: names and values in turn.
  static byte[] get(String path, String... more) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.write(GET);
    return request(fields, path, more);
  }

  /// The same of a PUT.
  static byte[] put(String path, String... more) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.write(METHOD);
    string(fields, "PUT");
    return request(fields, path, more);
  }

  private static byte[] request(ByteArrayOutputStream fields, String path, String... more) {
    fields.write(HTTPS);
    fields.write(AUTHORITY);
    string(fields, "h");
    fields.write(PATH);
    string(fields, path);
    fields.writeBytes(fields(more));
    return fields.toByteArray();
  }

  /// Names and values in turn, encoded.
  static byte[] fields(String... namesAndValues) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.write(0);
      string(fields, namesAndValues[i]);
      string(fields, namesAndValues[i + 1]);
    }
    return fields.toByteArray();
  }

  static void string(ByteArrayOutputStream out, String text) {
    byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = octets.length - 127;
    out.write(Math.min(octets.length, 127));
    // RFC 7541, section 5.1: what does not fit the prefix follows, seven bits at a time.
    for (; rest >= 128; rest >>= 7) {
      out.write((rest & 127) | 128);
    }
    if (rest >= 0) {
      out.write(rest);
    }
    out.writeBytes(octets);
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt((payload.length << 8) | type).put((byte) flags).putInt(stream).put(payload);
    write(frame.array());
  }

  /// Sends octets that need not be whole frames.
  void write(byte[] octets) throws IOException {
    socket.getOutputStream().write(octets);
  }

  /// The next frame, or nothing where the server has hung up.
  Optional<Frame> next() throws IOException {
    try {
      int lengthAndType = in.readInt();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(lengthAndType >>> 8);
      return Optional.of(new Frame(lengthAndType & 0xFF, flags, stream, payload));
    } catch (EOFException | SocketException | SSLException _) {
      return Optional.empty();
    }
  }

  /// The first frame that is as wanted; nothing where the server has hung up before it.
  Optional<Frame> next(Predicate<Frame> wanted) throws IOException {
    Optional<Frame> frame = next();
    while (frame.isPresent() && !wanted.test(frame.get())) {
      frame = next();
    }
    return frame;
  }

  /// Reads no longer than that for the next frame.
  void patience(int millis) throws SocketException {
    socket.setSoTimeout(millis);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
