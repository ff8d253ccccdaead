package dev.millrace.bench.s3.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// What a download costs at least with the JDK's blocking sockets: a request that is written once,
/// a head that is searched for two lines, and a body that is read to one buffer. It takes answers
/// of one kind, with a `Content-Length` and a head that fits into the buffer.
final class SocketClient implements Client {
  private final SSLContext tls;

  SocketClient(SSLContext tls) {
    this.tls = tls;
  }

  @Override
  public Download of(URI object) {
    return new Loop(object);
  }

  private Socket connect(URI object) throws IOException {
    Socket plain = new Socket(object.getHost(), object.getPort());
    plain.setTcpNoDelay(true);
    if (object.getScheme().equals("http")) {
      return plain;
    }
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(plain, object.getHost(), object.getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  /// One thread's connection, as long as the server keeps it.
  private final class Loop implements Download {
    private static final Pattern LENGTH =
        Pattern.compile("\r\ncontent-length: *(\\d+)\r\n", Pattern.CASE_INSENSITIVE);
    private static final String OK = "HTTP/1.1 200 ";
    private static final String LAST = "\r\nConnection: close\r\n";

    private final URI object;
    private final byte[] request;
    private @Nullable Socket socket;

    Loop(URI object) {
      this.object = object;
      request =
          "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
              .formatted(object.getRawPath(), object.getRawAuthority())
              .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void run(Sink sink) throws IOException {
      Socket open = socket == null ? connect(object) : socket;
      socket = open;
      open.getOutputStream().write(request);
      if (!read(open.getInputStream(), sink)) {
        open.close();
        socket = null;
      }
    }

    /// Reads an answer to its end, and tells whether the connection lives on.
    private static boolean read(InputStream in, Sink sink) throws IOException {
      byte[] buffer = sink.buffer();
      int filled = 0;
      int end = 0;
      while (end == 0) {
        int length = positive(in.read(buffer, filled, buffer.length - filled));
        end = endOfHead(buffer, Math.max(0, filled - 3), filled + length);
        filled += length;
      }
      String head = new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
      Matcher contentLength = LENGTH.matcher(head);
      if (!head.startsWith(OK) || !contentLength.find()) {
        throw new IOException("answered: " + head);
      }
      sink.take(end, filled - end);
      long rest = Long.parseLong(contentLength.group(1)) - (filled - end);
      while (rest > 0) {
        int length = positive(in.read(buffer, 0, (int) Math.min(rest, buffer.length)));
        sink.take(0, length);
        rest -= length;
      }
      return !head.contains(LAST);
    }

    /// Where the body begins, or 0 where the head has no end yet.
    private static int endOfHead(byte[] bytes, int from, int to) {
      for (int i = from; i <= to - 4; i++) {
        if (bytes[i] == '\r'
            && bytes[i + 1] == '\n'
            && bytes[i + 2] == '\r'
            && bytes[i + 3] == '\n') {
          return i + 4;
        }
      }
      return 0;
    }

    /// @throws EOFException if nothing was read
    private static int positive(int length) throws EOFException {
      if (length <= 0) {
        throw new EOFException("the answer ends too early");
      }
      return length;
    }
  }
}
