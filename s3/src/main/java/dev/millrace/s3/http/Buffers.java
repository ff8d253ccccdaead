package dev.millrace.s3.http;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Buffers of one size that pass from exchange to exchange, so that a connection that nobody uses
/// holds none.
///
/// A few are kept, in slots that are taken and filled by one atomic operation each; who finds none
/// makes one, and who finds no slot lets it go.
final class Buffers {
  private static final int SLOTS = 32;

  private final AtomicReferenceArray<@Nullable ByteBuffer> slots =
      new AtomicReferenceArray<>(SLOTS);
  private final int size;

  Buffers(int size) {
    this.size = size;
  }

  /// An empty buffer on the heap.
  ByteBuffer take() {
    int start = slot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) % SLOTS;
      if (slots.getPlain(slot) != null) {
        ByteBuffer buffer = slots.getAndSet(slot, null);
        if (buffer != null) {
          return buffer.clear();
        }
      }
    }
    return ByteBuffer.allocate(size);
  }

  /// Takes back a buffer that nobody uses any more.
  void give(ByteBuffer buffer) {
    int start = slot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) % SLOTS;
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, buffer)) {
        return;
      }
    }
  }

  private static int slot() {
    return (int) (Thread.currentThread().threadId() % SLOTS);
  }
}
