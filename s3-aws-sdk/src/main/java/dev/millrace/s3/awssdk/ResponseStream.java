package dev.millrace.s3.awssdk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/// The body of an answer as a stream. Closing it reads what little may be left, so that the
/// connection can be used again.
final class ResponseStream extends InputStream {
  private final SharedExchange exchange;
  private volatile boolean closed;

  ResponseStream(SharedExchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (closed) {
      // What closing has read would make it look like the end.
      throw new IOException("this stream is closed");
    }
    return exchange.read(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public void close() {
    closed = true;
    exchange.close();
  }
}
