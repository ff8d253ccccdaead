package dev.millrace.store.io;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/// Memory that is read into and written from, lent by [BlockIo#acquire].
///
/// One thread at a time. After [#close] its memory is another's: it must not be touched. Closed by
/// another thread while a request is under way, it goes back only when that has ended.
public final class IoBuffer implements AutoCloseable {
  private final MemorySegment memory;
  private final BufferPool.Shelf shelf;

  /// One for the borrower, until closed, and one for each request under way.
  private final AtomicInteger holds = new AtomicInteger(1);

  private final AtomicInteger closed = new AtomicInteger();

  IoBuffer(MemorySegment memory, BufferPool.Shelf shelf) {
    this.memory = memory;
    this.shelf = shelf;
  }

  /// The memory, aligned to [BlockFile#BLOCK].
  public MemorySegment memory() {
    return memory;
  }

  /// In bytes: at least as many as asked for.
  public int size() {
    return (int) memory.byteSize();
  }

  /// Gives the memory back. Does nothing a second time.
  @Override
  public void close() {
    if (closed.getAndSet(1) == 0) {
      release();
    }
  }

  /// Keeps the memory for a request.
  ///
  /// @throws IllegalStateException if it was given back
  void hold() {
    if (holds.getAndUpdate(before -> before == 0 ? 0 : before + 1) == 0) {
      throw new IllegalStateException("the buffer was given back");
    }
  }

  void release() {
    if (holds.decrementAndGet() == 0) {
      shelf.put(memory);
    }
  }
}
