package dev.millrace.gateway.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.millrace.gateway.soak.Bucket.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// By the JDK's sockets, over a connection for each request.
///
/// @param manner what it does with the answer
record SocketReading(int port, SSLContext trust, Manner manner) implements Reading {
  /// What a client does with the answer.
  enum Manner {
    /// Reads it, and leaves.
    READING,
    /// Leaves in the middle of it, most times without a word.
    ABORTING,
    /// Reads it bit by bit.
    SLOW,
    /// Reads nothing any more, and stays.
    STUCK
  }

  private static final int PATIENCE_MILLIS = 30_000;
  private static final int LITTLE = 64 << 10;

  @Override
  public void read(StoredObject object) throws IOException {
    long began = System.nanoTime();
    try (Socket raw = new Socket()) {
      raw.setReceiveBufferSize(LITTLE);
      raw.setSoTimeout(PATIENCE_MILLIS);
      raw.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
      SSLSocket socket =
          (SSLSocket) trust.getSocketFactory().createSocket(raw, "localhost", port, true);
      String request =
          "GET /mill/%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
              .formatted(object.key());
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      InputStream in = socket.getInputStream();
      switch (manner) {
        case READING -> Reading.check(object, etag(in), 0, body(in, object.size(), 0), began);
        case SLOW -> Reading.check(object, etag(in), 0, body(in, object.size(), 20), began);
        case ABORTING -> {
          in.readNBytes(ThreadLocalRandom.current().nextInt(object.size()));
          // The connection is closed by this way out.
          raw.setSoLinger(ThreadLocalRandom.current().nextBoolean(), 0);
        }
        case STUCK -> LockSupport.parkNanos(2 * SoakTest.CLIENT_TIMEOUT.toNanos());
      }
    }
  }

  /// The ETag of an answer that is 200, whose head is read with this.
  private static String etag(InputStream in) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (!read.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("closed before the end of the head");
      }
      read.write(next);
    }
    String head = read.toString(ISO_8859_1);
    if (!head.startsWith("HTTP/1.1 200 ")) {
      throw new IOException(head.lines().findFirst().orElse("no status"));
    }
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("etag:"))
        .map(line -> line.substring("etag:".length()).strip())
        .findFirst()
        .orElseThrow();
  }

  /// @param pauseMillis how long it waits before it reads on
  private static byte[] body(InputStream in, int size, int pauseMillis) throws IOException {
    byte[] body = new byte[size];
    for (int read = 0; read < size; ) {
      LockSupport.parkNanos(pauseMillis * 1_000_000L);
      int more = in.read(body, read, Math.min(LITTLE / 2, size - read));
      if (more < 0) {
        throw new EOFException("closed after " + read + " bytes of " + size);
      }
      read += more;
    }
    return body;
  }
}
