package dev.millrace.seal;

import dev.millrace.seal.Item.Kind;
import dev.millrace.seal.codec.Codec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The plaintext of a compressed container: each block compressed or stored, whichever is smaller;
/// after every [Item#PAGE] blocks, and after the last, a page of the index with their sizes; in the
/// end where the pages are. So a stream is sealed as it comes, in constant memory but for 8 bytes a
/// page, and whoever can read anywhere finds any block by the end and one page. For one thread.
final class BlockWriter implements BlockSink {
  private final SegmentWriter segments;
  private final Codec codec;
  private final int[] sizes = new int[Item.PAGE];
  private final List<Long> pages = new ArrayList<>();
  private int count;
  private long total;

  BlockWriter(SegmentWriter segments, Codec codec) {
    this.segments = segments;
    this.codec = codec;
  }

  @Override
  public void write(MemorySegment block) throws IOException {
    if (count == Item.PAGE) {
      writePage();
    }
    int size = (int) block.byteSize();
    MemorySegment compressed = codec.compress(block);
    boolean smaller = compressed.byteSize() < size;
    MemorySegment written = smaller ? compressed : block;
    sizes[count++] = (int) written.byteSize();
    total += size;
    write(new Item(smaller ? Kind.COMPRESSED : Kind.STORED, (int) written.byteSize(), size));
    segments.write(written);
  }

  @Override
  public long finish() throws IOException {
    if (count > 0) {
      writePage();
    }
    long end = segments.position();
    ByteBuffer tail = ByteBuffer.allocate(Long.BYTES * (pages.size() + 2)).putLong(total);
    pages.forEach(tail::putLong);
    tail.putLong(end);
    write(new Item(Kind.END, Long.BYTES * (pages.size() + 1), pages.size()));
    segments.write(MemorySegment.ofArray(tail.array()));
    return segments.finish();
  }

  /// The most plaintext that so many bytes become.
  static long mostBytes(long size, int blockSize) {
    long blocks = (size + blockSize - 1) / blockSize;
    long pages = (blocks + Item.PAGE - 1) / Item.PAGE;
    long index = blocks * Integer.BYTES + pages * (Item.SIZE + Long.BYTES);
    return size + blocks * Item.SIZE + index + Item.SIZE + 2 * Long.BYTES;
  }

  private void writePage() throws IOException {
    if (pages.size() == BlockIndex.MOST_PAGES) {
      throw new IOException("there is more than one container holds: take larger blocks");
    }
    pages.add(segments.position());
    ByteBuffer page = ByteBuffer.allocate(Integer.BYTES * count);
    page.asIntBuffer().put(sizes, 0, count);
    write(new Item(Kind.PAGE, page.capacity(), count));
    segments.write(MemorySegment.ofArray(page.array()));
    count = 0;
  }

  private void write(Item item) throws IOException {
    segments.write(MemorySegment.ofArray(item.write()));
  }
}
