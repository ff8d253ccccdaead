package dev.millrace.seal;

import java.io.IOException;

/// The plaintext that was decrypted and not yet used up. For one thread.
final class Window {
  private byte[] bytes = {};
  private int start;
  private int end;

  void clear() {
    start = 0;
    end = 0;
  }

  byte[] array() {
    return bytes;
  }

  /// Where in the array the plaintext begins that is not used up.
  int start() {
    return start;
  }

  int size() {
    return end - start;
  }

  /// Decrypts until there are so many bytes.
  ///
  /// @throws dev.millrace.seal.SealException if there are fewer to come
  void need(int size, SegmentSource segments) throws IOException {
    while (end - start < size) {
      if (segments.size() < 0) {
        throw Item.malformed("it ends in the midst of a part");
      }
      add(segments, size);
    }
  }

  /// Decrypts the next segment alone.
  void replace(SegmentSource segments) throws IOException {
    clear();
    add(segments, 0);
  }

  void use(int size) {
    start += size;
  }

  /// Bytes of memory that it holds on to.
  int footprint() {
    return bytes.length;
  }

  private void add(SegmentSource segments, int wanted) throws IOException {
    int size = segments.size();
    makeRoom(size, wanted);
    segments.next(bytes, end);
    end += size;
  }

  private void makeRoom(int room, int size) {
    if (bytes.length - end >= room) {
      return;
    }
    int kept = end - start;
    // The last segment that is needed may begin one byte before the end of what is.
    byte[] roomy = kept + room <= bytes.length ? bytes : new byte[size + room];
    System.arraycopy(bytes, start, roomy, 0, kept);
    bytes = roomy;
    start = 0;
    end = kept;
  }
}
