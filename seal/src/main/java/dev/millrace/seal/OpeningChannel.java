package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/// Opens what comes through a channel, container after container. What it gives is authentic; that
/// it is all, is known when it has come to its end. After a failure it is closed. For one thread.
public final class OpeningChannel implements ReadableByteChannel {
  private final Workspace workspace = Workspace.borrow();
  private final Opener opener;
  private final ReadableByteChannel from;
  private final Binding binding;
  private @Nullable Container container;
  private ByteBuffer block;
  private long position;
  private boolean ended;
  private boolean open = true;

  OpeningChannel(Opener opener, ReadableByteChannel from, Binding binding) {
    this.opener = opener;
    this.from = from;
    this.binding = binding;
    position = binding.position();
    block = ByteBuffer.allocate(0);
  }

  private record Container(Blocks blocks, boolean continued) {}

  /// @return -1 after the last byte, when all of the series is known to be there
  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!advance()) {
      return -1;
    }
    int length = Math.min(into.remaining(), block.remaining());
    into.put(into.position(), block, block.position(), length).position(into.position() + length);
    block.position(block.position() + length);
    return length;
  }

  /// Writes what is open, of a block at most.
  ///
  /// @return how many bytes, or -1 after the last
  long sendTo(WritableByteChannel to) throws IOException {
    return advance() ? to.write(block) : -1;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      workspace.close();
    }
  }

  /// @return whether there is a byte in the block
  private boolean advance() throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    try {
      while (!ended && !block.hasRemaining()) {
        nextBlock();
      }
      return !ended;
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private void nextBlock() throws IOException {
    if (container == null) {
      container = begin();
    }
    int size = container.blocks.next();
    if (size >= 0) {
      block = workspace.block(size);
      container.blocks.read(MemorySegment.ofBuffer(block));
      position += size;
    } else if (container.continued) {
      container = begin();
    } else {
      refuseMore();
      ended = true;
    }
  }

  private Container begin() throws IOException {
    Header header = header();
    ContainerKey key = ContainerKey.derive(opener.dataKey(header), header, binding.at(position));
    StreamedSegments segments =
        new StreamedSegments(
            from,
            header.layout(),
            workspace.cipher(key),
            header.sealedSize(),
            workspace.sealed(header.segmentSize()));
    return new Container(workspace.blocks(header, segments), header.continued());
  }

  private Header header() throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate(Header.FIXED);
    fill(fixed);
    if (fixed.position() == 0 && container != null) {
      throw new SealException(
          Reason.TRUNCATED, "it goes on after " + position + " bytes, and the rest is missing");
    }
    ByteBuffer whole = ByteBuffer.allocate(Header.size(fixed.flip())).put(fixed);
    fill(whole);
    if (whole.hasRemaining()) {
      throw new SealException(Reason.TRUNCATED, "it ends within its header");
    }
    Header header = Header.parse(whole.flip());
    if (header.continued() && header.sealedSize() == 0) {
      throw new SealException(Reason.UNSUPPORTED, "what its header says is out of bounds");
    }
    return header;
  }

  private void refuseMore() throws IOException {
    ByteBuffer more = ByteBuffer.allocate(1);
    fill(more);
    if (!more.hasRemaining()) {
      throw new SealException(Reason.NOT_AUTHENTIC, "there are bytes behind its end");
    }
  }

  private void fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining() && from.read(buffer) >= 0) {}
  }
}
