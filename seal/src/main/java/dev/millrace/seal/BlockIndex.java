package dev.millrace.seal;

import dev.millrace.seal.Item.Kind;
import dev.millrace.seal.codec.Codec;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Where the blocks of a compressed container are. Read from its end when it is opened: its size
/// and where the pages are; then, for each range that is asked for, one page, of which the last one
/// is kept. Safe for many threads, of which each brings its own reader and window.
final class BlockIndex {
  private static final int LONGEST_END = 1 << 28;

  /// So many pages the end has room for: behind its item, before its own place, and with the size.
  static final int MOST_PAGES = (LONGEST_END - Item.SIZE - 2 * Long.BYTES) / Long.BYTES;

  private final int blockSize;
  private final long size;
  private final long[] pages;
  private volatile @Nullable Page lastPage;

  private BlockIndex(int blockSize, long size, long[] pages) {
    this.blockSize = blockSize;
    this.size = size;
    this.pages = pages;
  }

  /// @param number of the page
  /// @param starts where each of its blocks begins in the plaintext, and where the page does
  private record Page(int number, long[] starts) {}

  /// Reads the end of a container. Then its last segment is known to be its last.
  ///
  /// @throws SealException if it is not one that a compressed container has
  static BlockIndex read(SegmentReader reader, int blockSize, Window window) throws IOException {
    long plain = reader.plainSize();
    // Mostly all of it is in the last segment.
    long known = Math.min(reader.lastStart(), Math.max(0, plain - Long.BYTES));
    reader.read(known, (int) (plain - known), window);
    if (window.size() < Long.BYTES) {
      throw Item.malformed("it has no index");
    }
    long end = ByteBuffer.wrap(window.array()).getLong(window.start() + window.size() - Long.BYTES);
    long length = plain - end;
    if (end < 0 || length < Item.SIZE + 2 * Long.BYTES || length > LONGEST_END) {
      throw Item.malformed("its index is not where it says");
    }
    if (end < known) {
      reader.read(end, (int) length, window);
    } else {
      window.use((int) (end - known));
    }
    Item item = item(Kind.END, window);
    if (item.size() != Long.BYTES * (item.number() + 1L)
        || length != Item.SIZE + item.size() + (long) Long.BYTES) {
      throw Item.malformed("its index has a size out of bounds");
    }
    long[] numbers = new long[item.number() + 1];
    ByteBuffer.wrap(window.array(), window.start(), item.size()).asLongBuffer().get(numbers);
    long blocks = (numbers[0] + blockSize - 1) / blockSize;
    if (numbers[0] < 0 || item.number() != (blocks + Item.PAGE - 1) / Item.PAGE) {
      throw Item.malformed("its size and its index do not fit");
    }
    long[] pages = new long[item.number()];
    System.arraycopy(numbers, 1, pages, 0, pages.length);
    return new BlockIndex(blockSize, numbers[0], pages);
  }

  /// Bytes in all blocks.
  long size() {
    return size;
  }

  /// The blocks from that one on in which the byte at `position` is.
  ///
  /// @param position less than the size
  Blocks from(long position, SegmentReader reader, Codec codec, Window window) throws IOException {
    long block = position / blockSize;
    long start = page((int) (block / Item.PAGE), reader, window).starts[(int) (block % Item.PAGE)];
    SegmentSource segments = reader.read(start, Item.SIZE, window);
    return new CompressedBlocks(segments, codec, blockSize, window, block * blockSize);
  }

  private Page page(int number, SegmentReader reader, Window window) throws IOException {
    Page kept = lastPage;
    if (kept != null && kept.number == number) {
      return kept;
    }
    long blocks = (size + blockSize - 1) / blockSize;
    int count = (int) Math.min(Item.PAGE, blocks - (long) number * Item.PAGE);
    reader.read(pages[number], Item.SIZE + Integer.BYTES * count, window);
    Item item = item(Kind.PAGE, window);
    if (item.number() != count || item.size() != Integer.BYTES * count) {
      throw Item.malformed("a page of its index has a size out of bounds");
    }
    long before = number == 0 ? 0 : pages[number - 1] + Item.SIZE + Integer.BYTES * Item.PAGE;
    Page page = new Page(number, starts(before, count, window));
    if (page.starts[count] != pages[number]) {
      throw Item.malformed("a page of its index does not fit what is before it");
    }
    lastPage = page;
    return page;
  }

  private static long[] starts(long first, int count, Window window) {
    ByteBuffer sizes = ByteBuffer.wrap(window.array(), window.start(), Integer.BYTES * count);
    long[] starts = new long[count + 1];
    starts[0] = first;
    for (int i = 0; i < count; i++) {
      starts[i + 1] = starts[i] + Item.SIZE + Integer.toUnsignedLong(sizes.getInt());
    }
    return starts;
  }

  private static Item item(Kind kind, Window window) throws SealException {
    Item item = Item.parse(window.array(), window.start());
    if (item.kind() != kind) {
      throw Item.malformed("its index points to something else");
    }
    window.use(Item.SIZE);
    return item;
  }
}
