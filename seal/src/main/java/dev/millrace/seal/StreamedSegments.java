package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// The segments of a container that comes through a channel. Where the header does not say how long
/// it is, it reaches to the end of the channel; so one byte is read ahead to know the last segment.
/// For one thread.
final class StreamedSegments implements SegmentSource {
  private final ReadableByteChannel channel;
  private final Layout layout;
  private final SegmentCipher cipher;
  private final long sealedSize;
  private final ByteBuffer buffer;
  private long segment;

  /// Bytes of the next segment that were read, or 0.
  private int present;

  private boolean last;

  /// @param sealedSize of the container, or 0 if it is not known
  /// @param buffer has room for a segment and a byte
  StreamedSegments(
      ReadableByteChannel channel,
      Layout layout,
      SegmentCipher cipher,
      long sealedSize,
      byte[] buffer) {
    this.channel = channel;
    this.layout = layout;
    this.cipher = cipher;
    this.sealedSize = sealedSize;
    this.buffer = ByteBuffer.wrap(buffer);
  }

  @Override
  public int size() throws IOException {
    if (present == 0) {
      if (last) {
        return -1;
      }
      int full = layout.plainSize(segment) + Layout.TAG;
      present = sealedSize == 0 ? readAhead(full) : readKnown(full);
    }
    return present - Layout.TAG;
  }

  @Override
  public void next(byte[] into, int at) throws IOException {
    cipher.open(buffer.array(), 0, present, into, at, segment, last);
    if (!last && sealedSize == 0) {
      buffer.put(0, buffer.get(present)).position(1);
    } else {
      buffer.position(0);
    }
    present = 0;
    segment++;
  }

  private int readAhead(int full) throws IOException {
    read(full + 1);
    last = buffer.position() <= full;
    return checked(Math.min(full, buffer.position()));
  }

  private int readKnown(int full) throws IOException {
    long rest = sealedSize - layout.sealedStart(segment);
    last = rest <= full;
    int size = checked((int) Math.min(full, rest));
    read(size);
    if (buffer.position() < size) {
      throw truncated();
    }
    return size;
  }

  private int checked(int size) throws SealException {
    if (size < Layout.TAG + (segment == 0 ? 0 : 1)) {
      throw truncated();
    }
    if (segment == Layout.MOST_SEGMENTS) {
      throw new SealException(Reason.UNSUPPORTED, "it has more segments than there are nonces");
    }
    return size;
  }

  private SealException truncated() {
    return new SealException(Reason.TRUNCATED, "it ends in the midst of segment " + segment);
  }

  private void read(int size) throws IOException {
    buffer.limit(size);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
    buffer.limit(buffer.capacity());
  }
}
