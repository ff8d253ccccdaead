package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// The plaintext of a container without compression: its segments are its blocks. They are
/// decrypted where they belong, if that is an array.
final class StoredBlocks implements Blocks {
  private final SegmentSource segments;
  private final Window window;

  StoredBlocks(SegmentSource segments, Window window) {
    this.segments = segments;
    this.window = window;
  }

  @Override
  public int next() throws IOException {
    return segments.size();
  }

  @Override
  public void read(MemorySegment to) throws IOException {
    if (to.heapBase().orElse(null) instanceof byte[] array) {
      segments.next(array, Math.toIntExact(to.address()));
    } else {
      int size = (int) to.byteSize();
      window.replace(segments);
      MemorySegment.copy(MemorySegment.ofArray(window.array()), window.start(), to, 0, size);
    }
  }
}
