package dev.millrace.bench.s3.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/// Where the body of one download after the other ends: in a buffer that the next bytes overwrite,
/// or where the client has put it, and it is counted.
///
/// For one thread at a time.
public final class Sink {
  private static final int BUFFER_BYTES = 64 << 10;

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final @Nullable Checksum checksum;
  private long count;

  private Sink(@Nullable Checksum checksum) {
    this.checksum = checksum;
  }

  /// A sink that counts and no more, as all are timed with.
  public static Sink counting() {
    return new Sink(null);
  }

  /// A sink that looks at each byte.
  public static Sink checking() {
    return new Sink(new CRC32C());
  }

  /// Where to read to, of 64 KiB.
  public byte[] buffer() {
    return buffer;
  }

  /// Takes what was read to the buffer.
  public void take(int offset, int length) {
    count += length;
    if (checksum != null) {
      checksum.update(buffer, offset, length);
    }
  }

  /// Takes what remains in a client's own buffer, and may leave its position as it is.
  public void take(ByteBuffer bytes) {
    count += bytes.remaining();
    if (checksum != null) {
      checksum.update(bytes);
    }
  }

  /// Takes all of a stream by way of the buffer.
  public void drain(InputStream in) throws IOException {
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      take(0, length);
    }
  }

  /// How many bytes there were since the last call.
  public long resetCount() {
    long counted = count;
    count = 0;
    return counted;
  }

  /// The CRC-32C of all bytes so far.
  ///
  /// @throws IllegalStateException if the sink only counts
  public long checksum() {
    if (checksum == null) {
      throw new IllegalStateException("bytes are not looked at");
    }
    return checksum.getValue();
  }
}
