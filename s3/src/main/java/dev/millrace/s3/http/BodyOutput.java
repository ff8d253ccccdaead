package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Where the body of a request is written to: exactly the announced length, or chunks.
final class BodyOutput extends OutputStream {
  private static final ByteBuffer LAST_CHUNK = ByteBuffer.wrap("0\r\n\r\n".getBytes(US_ASCII));

  private final Wire wire;
  private final boolean chunked;
  private long remaining;
  private boolean broken;

  /// @param length -1 for chunks
  BodyOutput(Wire wire, long length) {
    this.wire = wire;
    this.chunked = length < 0;
    this.remaining = length;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    if (chunked) {
      byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(US_ASCII);
      ByteBuffer chunk = ByteBuffer.allocate(size.length + length + 2);
      send(chunk.put(size).put(bytes, offset, length).put((byte) '\r').put((byte) '\n').flip());
    } else if (length > remaining) {
      throw new IOException("the body of the request is longer than announced");
    } else {
      remaining -= length;
      send(ByteBuffer.wrap(bytes, offset, length));
    }
  }

  /// Ends the body.
  void finish() throws IOException {
    if (chunked) {
      send(LAST_CHUNK.duplicate());
    } else if (remaining > 0) {
      throw new IOException("the body of the request is shorter than announced");
    }
  }

  /// Whether it was the connection that failed, and not who writes the body.
  boolean isBroken() {
    return broken;
  }

  private void send(ByteBuffer bytes) throws IOException {
    try {
      wire.write(bytes);
    } catch (IOException e) {
      broken = true;
      throw e;
    }
  }
}
