package dev.millrace.seal;

import java.io.IOException;

/// Decrypts any segment of a container that can be read anywhere. For one thread.
final class SegmentReader {
  private final Ciphertext ciphertext;
  private final Layout layout;
  private final SegmentCipher cipher;
  private final long sealedSize;
  private final long plainSize;
  private final long segments;

  /// @throws SealException if no container has that size
  SegmentReader(Ciphertext ciphertext, long sealedSize, Layout layout, SegmentCipher cipher)
      throws SealException {
    this.ciphertext = ciphertext;
    this.layout = layout;
    this.cipher = cipher;
    this.sealedSize = sealedSize;
    plainSize = layout.plainSizeIn(sealedSize);
    segments = layout.segments(plainSize);
  }

  /// Bytes of plaintext in all segments. That none is missing is known when the last one opened.
  long plainSize() {
    return plainSize;
  }

  /// Where the last segment begins in the plaintext.
  long lastStart() {
    return layout.plainStart(segments - 1);
  }

  /// Decrypts the last segment, so that it is known to be that.
  ///
  /// @throws SealException if it is not
  void verifyEnd(Window window) throws IOException {
    window.replace(from(segments - 1));
  }

  /// The segments from the one on that the byte at `position` is in.
  SegmentSource fromPosition(long position) {
    return from(layout.segmentOf(position));
  }

  /// Where the segment begins that the byte at `position` is in.
  long startOf(long position) {
    return layout.plainStart(layout.segmentOf(position));
  }

  /// Puts the plaintext from `position` on into the window, of `length` bytes at least.
  ///
  /// @return the segments that come after
  /// @throws SealException if there is no such place
  SegmentSource read(long position, int length, Window window) throws IOException {
    if (position < 0 || length < 0 || length > plainSize - position) {
      throw Item.malformed("it points beyond its end");
    }
    long first = layout.segmentOf(position);
    int skipped = (int) (position - layout.plainStart(first));
    SegmentSource source = from(first);
    window.clear();
    window.need(skipped + length, source);
    window.use(skipped);
    return source;
  }

  /// The segments from that one on.
  SegmentSource from(long first) {
    return new SegmentSource() {
      private long next = first;

      @Override
      public int size() {
        return next < segments ? sizeOf(next) - Layout.TAG : -1;
      }

      @Override
      public void next(byte[] into, int at) throws IOException {
        open(next++, into, at);
      }
    };
  }

  private void open(long segment, byte[] into, int at) throws IOException {
    int size = sizeOf(segment);
    byte[] from = ciphertext.array(layout.sealedStart(segment), size);
    boolean last = segment == segments - 1;
    cipher.open(from, ciphertext.offset(), size, into, at, segment, last);
  }

  private int sizeOf(long segment) {
    long end = segment == segments - 1 ? sealedSize : layout.sealedStart(segment + 1);
    return (int) (end - layout.sealedStart(segment));
  }
}
