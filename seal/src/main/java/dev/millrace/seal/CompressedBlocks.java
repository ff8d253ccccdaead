package dev.millrace.seal;

import dev.millrace.seal.Item.Kind;
import dev.millrace.seal.SealException.Reason;
import dev.millrace.seal.codec.Codec;
import dev.millrace.seal.codec.MalformedBlockException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What [BlockWriter] wrote: blocks, with the pages of their index passed over, then the end.
final class CompressedBlocks implements Blocks {
  private final SegmentSource segments;
  private final Codec codec;
  private final int blockSize;
  private final Window window;
  private final long before;
  private long total;
  private boolean lastSeen;
  private @Nullable Item block;

  /// Reads from the container's beginning on.
  CompressedBlocks(SegmentSource segments, Codec codec, int blockSize, Window window) {
    this(segments, codec, blockSize, window, 0);
    window.clear();
  }

  /// Reads on from a block that is next in the window.
  ///
  /// @param before bytes of the blocks before it
  CompressedBlocks(SegmentSource segments, Codec codec, int blockSize, Window window, long before) {
    this.segments = segments;
    this.codec = codec;
    this.blockSize = blockSize;
    this.window = window;
    this.before = before;
  }

  @Override
  public int next() throws IOException {
    if (block != null) {
      window.use(block.size());
      block = null;
    }
    while (true) {
      Item item = item();
      switch (item.kind()) {
        case COMPRESSED, STORED -> {
          return begin(item);
        }
        case PAGE -> passPage(item);
        case END -> {
          end(item);
          return -1;
        }
      }
    }
  }

  @Override
  public void read(MemorySegment to) throws IOException {
    Item read = block;
    if (read == null) {
      throw new IllegalStateException("there is no block to read");
    }
    if (read.kind() == Kind.STORED) {
      MemorySegment.copy(
          MemorySegment.ofArray(window.array()), window.start(), to, 0, read.number());
    } else {
      decompress(read, to);
    }
  }

  private void decompress(Item compressed, MemorySegment to) throws SealException {
    try {
      codec.decompress(window.array(), window.start(), compressed.size(), to);
    } catch (MalformedBlockException e) {
      throw new SealException(Reason.MALFORMED, String.valueOf(e.getMessage()), e);
    }
  }

  private Item item() throws IOException {
    window.need(Item.SIZE, segments);
    Item item = Item.parse(window.array(), window.start());
    window.use(Item.SIZE);
    return item;
  }

  private int begin(Item item) throws IOException {
    item.checkBlock(blockSize);
    if (lastSeen) {
      throw Item.malformed("it has a block behind its last");
    }
    lastSeen = item.number() < blockSize;
    total += item.number();
    window.need(item.size(), segments);
    block = item;
    return item.number();
  }

  private void passPage(Item item) throws IOException {
    if (item.number() > Item.PAGE || item.size() != Integer.BYTES * item.number()) {
      throw Item.malformed("it has a page of the index of a size out of bounds");
    }
    window.need(item.size(), segments);
    window.use(item.size());
  }

  private void end(Item item) throws IOException {
    long blocks = (before + total + blockSize - 1) / blockSize;
    long pages = (blocks + Item.PAGE - 1) / Item.PAGE;
    if (item.number() != pages || item.size() != Long.BYTES * (pages + 1)) {
      throw Item.malformed("its index has a size out of bounds");
    }
    window.need(Long.BYTES, segments);
    long said = ByteBuffer.wrap(window.array()).getLong(window.start());
    if (said != before + total) {
      throw Item.malformed("it has " + (before + total) + " bytes and says " + said);
    }
    int rest = item.size() + Long.BYTES;
    window.need(rest, segments);
    window.use(rest);
    if (window.size() > 0 || segments.size() >= 0) {
      throw Item.malformed("it goes on behind its end");
    }
  }
}
