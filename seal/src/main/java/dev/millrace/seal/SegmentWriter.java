package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Cuts plaintext into segments and encrypts them. For one thread.
///
/// The last segment is encrypted otherwise than those before it; so a segment that is full waits
/// until more bytes come or [#finish] is called. Bytes that fill whole segments and are in an array
/// are encrypted where they are, all others from the array where they wait.
final class SegmentWriter implements BlockSink {
  private final Layout layout;
  private final SegmentCipher cipher;
  private final Target target;
  private final byte[] waiting;
  private int filled;
  private long segment;

  /// @param waiting has room for a segment, and nobody else writes to it meanwhile
  SegmentWriter(Layout layout, SegmentCipher cipher, Target target, byte[] waiting) {
    this.layout = layout;
    this.cipher = cipher;
    this.target = target;
    this.waiting = waiting;
  }

  /// Writes the header, before anything else.
  void header(byte[] header) throws IOException {
    byte[] to = target.array(header.length);
    System.arraycopy(header, 0, to, target.offset(), header.length);
    target.take(header.length);
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    byte[] array = bytes.heapBase().orElse(null) instanceof byte[] base ? base : null;
    long size = bytes.byteSize();
    long done = 0;
    while (done < size) {
      int full = layout.plainSize(segment);
      if (filled == full) {
        seal(waiting, 0, full, false);
        filled = 0;
      } else if (filled == 0 && array != null && size - done > full) {
        seal(array, Math.toIntExact(bytes.address() + done), full, false);
        done += full;
      } else {
        int length = (int) Math.min(full - filled, size - done);
        MemorySegment.copy(bytes, done, MemorySegment.ofArray(waiting), filled, length);
        filled += length;
        done += length;
      }
    }
  }

  /// The plaintext so far, in bytes.
  long position() {
    return layout.plainStart(segment) + filled;
  }

  @Override
  public long finish() throws IOException {
    long plain = position();
    seal(waiting, 0, filled, true);
    target.flush();
    return layout.sealedSize(plain);
  }

  private void seal(byte[] from, int offset, int length, boolean last) throws IOException {
    if (segment == Layout.MOST_SEGMENTS) {
      throw new IOException("there is more than one container holds: take larger segments");
    }
    byte[] to = target.array(length + Layout.TAG);
    target.take(cipher.seal(from, offset, length, to, target.offset(), segment, last));
    segment++;
  }
}
