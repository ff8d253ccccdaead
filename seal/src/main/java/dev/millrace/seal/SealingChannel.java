package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// Seals what is written to it. Only [#finish] makes a container of it: one that is closed before,
/// leaves bytes that do not open, and a failure of the channel beneath closes it. For one thread.
public final class SealingChannel implements WritableByteChannel {
  private final Workspace workspace;
  private final BlockSink sink;
  private final ByteBuffer block;
  private boolean open = true;

  SealingChannel(Workspace workspace, int blockSize, BlockSink sink) {
    this.workspace = workspace;
    this.sink = sink;
    block = workspace.block(blockSize);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    checkOpen();
    int length = from.remaining();
    while (from.hasRemaining()) {
      makeRoom();
      int part = Math.min(block.remaining(), from.remaining());
      block.put(block.position(), from, from.position(), part);
      block.position(block.position() + part);
      from.position(from.position() + part);
    }
    return length;
  }

  /// Reads once from a channel.
  ///
  /// @return whether more may come
  boolean takeFrom(ReadableByteChannel from) throws IOException {
    checkOpen();
    makeRoom();
    return from.read(block) >= 0;
  }

  /// Ends the container and closes this channel.
  ///
  /// @return how many bytes the container has
  public long finish() throws IOException {
    checkOpen();
    try {
      if (block.position() > 0) {
        seal();
      }
      return sink.finish();
    } finally {
      close();
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /// Leaves what was written unfinished, unless [#finish] was called.
  @Override
  public void close() {
    if (open) {
      open = false;
      workspace.close();
    }
  }

  private void makeRoom() throws IOException {
    if (!block.hasRemaining()) {
      seal();
    }
  }

  private void seal() throws IOException {
    try {
      sink.write(MemorySegment.ofBuffer(block.flip()));
      block.clear();
    } catch (Throwable e) {
      // Nobody knows how much of the block was taken, so what came after it would be in the wrong
      // place, and authentic.
      close();
      throw e;
    }
  }

  private void checkOpen() throws ClosedChannelException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }
}
