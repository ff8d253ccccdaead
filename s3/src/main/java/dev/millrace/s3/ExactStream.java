package dev.millrace.s3;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body that must have a certain length: fewer bytes make an [EOFException], more an
/// [IOException].
final class ExactStream extends FilterInputStream {
  private final HttpService service;
  private long remaining;

  ExactStream(InputStream in, long length, HttpService service) {
    super(in);
    this.service = service;
    this.remaining = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count;
    try {
      count = in.read(bytes, offset, Math.clamp(remaining, 1, length));
    } catch (IOException e) {
      throw service.named(e);
    }
    if (count == -1 && remaining > 0) {
      throw new EOFException(
          service + " ended its answer " + remaining + " bytes before the announced end");
    }
    if (count > remaining) {
      throw new IOException(service + " sent more than it announced");
    }
    remaining -= Math.max(0, count);
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long left = count;
    byte[] buffer = new byte[Math.clamp(count, 0, 8192)];
    while (left > 0) {
      int n = read(buffer, 0, (int) Math.min(left, buffer.length));
      if (n == -1) {
        break;
      }
      left -= n;
    }
    return count - left;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
