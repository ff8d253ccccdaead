package dev.millrace.store.io;

import dev.millrace.store.io.IoConfig.BufferClass;
import dev.millrace.store.libc.AnonymousMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/// The buffers: one stretch of memory, which rings register as a whole, cut into pieces of a few
/// sizes once and for all, so that nothing fragments and the bound is exact.
final class BufferPool implements AutoCloseable {
  /// The buffers of one size. Who was lent last is lent first: its memory may be in the processor's
  /// cache.
  final class Shelf {
    private static final int ALL_WAITERS = Integer.MAX_VALUE / 2;

    private final int bytes;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<MemorySegment> pieces = new ConcurrentLinkedDeque<>();

    Shelf(BufferClass size, MemorySegment memory) {
      bytes = size.bytes();
      for (int i = 0; i < size.count(); i++) {
        pieces.add(memory.asSlice((long) i * bytes, bytes));
      }
      free = new Semaphore(size.count());
    }

    IoBuffer take() throws InterruptedException {
      free.acquire();
      if (closed) {
        throw new IllegalStateException("closed");
      }
      return new IoBuffer(pieces.pop(), this);
    }

    void put(MemorySegment piece) {
      pieces.push(piece);
      free.release();
    }
  }

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final List<Shelf> shelves = new ArrayList<>();
  private volatile boolean closed;
  private volatile boolean abandoned;

  BufferPool(List<BufferClass> sizes) {
    memory = AnonymousMemory.map(sizes.stream().mapToLong(BufferClass::total).sum(), arena);
    AnonymousMemory.preferHugePages(memory);
    long offset = 0;
    for (BufferClass size :
        sizes.stream().sorted(Comparator.comparingInt(BufferClass::bytes)).toList()) {
      shelves.add(new Shelf(size, memory.asSlice(offset, size.total())));
      offset += size.total();
    }
  }

  /// All of the memory.
  MemorySegment memory() {
    return memory;
  }

  IoBuffer acquire(int bytes) throws InterruptedException {
    for (Shelf shelf : shelves) {
      if (bytes <= shelf.bytes) {
        return shelf.take();
      }
    }
    throw new IllegalArgumentException(
        "the largest buffers have %d bytes, not %d".formatted(shelves.getLast().bytes, bytes));
  }

  /// Says that the kernel may write to some of the memory at any time from now on: it is kept.
  void abandon() {
    abandoned = true;
  }

  /// Turns away those who wait, and gives the memory back.
  @Override
  public void close() {
    closed = true;
    shelves.forEach(shelf -> shelf.free.release(Shelf.ALL_WAITERS));
    if (!abandoned) {
      arena.close();
    }
  }
}
