package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Any part of what a container holds. Only the segments are read that a part needs, and of the
/// index a page, of which the last one is kept. As many threads may read at once as the source
/// lets.
public final class SealedReader {
  private final ByteSource source;
  private final Header header;
  private final ContainerKey key;
  private final long sealedSize;
  private final long size;
  private final @Nullable BlockIndex index;

  SealedReader(ByteSource source, long sealedSize, Header header, ContainerKey key)
      throws IOException {
    this.source = source;
    this.header = header;
    this.key = key;
    this.sealedSize = sealedSize;
    try (Workspace workspace = Workspace.borrow()) {
      SegmentReader reader = reader(workspace);
      if (header.codec() == Header.STORED) {
        reader.verifyEnd(workspace.window());
        index = null;
        size = reader.plainSize();
      } else {
        index = BlockIndex.read(reader, header.blockSize(), workspace.window());
        size = index.size();
      }
    }
  }

  /// How many bytes it holds.
  public long size() {
    return size;
  }

  /// Fills `into` with the bytes from `position` on, or as many as there are.
  ///
  /// @return how many that were
  /// @throws IndexOutOfBoundsException if `position` is negative or beyond the size
  /// @throws ReadOnlyBufferException if `into` is one
  /// @throws SealException if they do not open; then `into` may hold any part of them
  public int read(long position, ByteBuffer into) throws IOException {
    Objects.checkFromToIndex(position, size, size);
    if (into.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    int length = (int) Math.min(into.remaining(), size - position);
    MemorySegment to = MemorySegment.ofBuffer(into).asSlice(0, length);
    try (Workspace workspace = Workspace.borrow()) {
      if (length > 0) {
        read(position, to, workspace);
      }
    }
    into.position(into.position() + length);
    return length;
  }

  private void read(long position, MemorySegment to, Workspace workspace) throws IOException {
    SegmentReader reader = reader(workspace);
    Blocks blocks = blocks(position, reader, workspace);
    long start = blockStart(position, reader);
    int skipped = (int) (position - start);
    long done = 0;
    while (done < to.byteSize()) {
      int size = blocks.next();
      if (index != null && size != Math.min(header.blockSize(), this.size - start)) {
        throw new SealException(Reason.MALFORMED, "its index and its blocks do not fit");
      }
      long wanted = Math.min(size - skipped, to.byteSize() - done);
      if (wanted == size) {
        blocks.read(to.asSlice(done, size));
      } else {
        MemorySegment block = MemorySegment.ofBuffer(workspace.block(size));
        blocks.read(block);
        MemorySegment.copy(block, skipped, to, done, wanted);
      }
      skipped = 0;
      start += size;
      done += wanted;
    }
  }

  private Blocks blocks(long position, SegmentReader reader, Workspace workspace)
      throws IOException {
    return index == null
        ? new StoredBlocks(reader.fromPosition(position), workspace.window())
        : index.from(position, reader, workspace.codec(header), workspace.window());
  }

  private long blockStart(long position, SegmentReader reader) {
    return index == null ? reader.startOf(position) : position - position % header.blockSize();
  }

  private SegmentReader reader(Workspace workspace) throws SealException {
    return new SegmentReader(
        Ciphertext.of(source, workspace.sealed(header.segmentSize())),
        sealedSize,
        header.layout(),
        workspace.cipher(key));
  }
}
