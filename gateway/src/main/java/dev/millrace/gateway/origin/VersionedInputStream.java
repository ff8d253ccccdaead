package dev.millrace.gateway.origin;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream of a known length that gives bytes only if, after they were read, its source is still
/// the version it was when it was opened.
final class VersionedInputStream extends FilterInputStream {
  /// Fails if the source is not the version that was opened.
  interface Check {
    void run() throws IOException;
  }

  private long remaining;
  private final Check unchanged;

  VersionedInputStream(InputStream in, long length, Check unchanged) {
    super(in);
    this.remaining = length;
    this.unchanged = unchanged;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (remaining == 0) {
      return -1;
    }
    int read = in.read(bytes, offset, (int) Math.min(length, remaining));
    if (read > 0) {
      unchanged.run();
      remaining -= read;
    }
    return read;
  }
}
