package dev.millrace.bench.s3.link.proxy;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/// Direct buffers, used over and over; the one that was used last, and may be in a processor's
/// cache still, comes first.
///
/// Safe for use by several threads.
final class Chunks {
  static final int BYTES = 64 << 10;

  private final Deque<ByteBuffer> free = new ConcurrentLinkedDeque<>();

  /// An empty buffer of [#BYTES].
  ByteBuffer take() {
    ByteBuffer chunk = free.pollFirst();
    return chunk == null ? ByteBuffer.allocateDirect(BYTES) : chunk.clear();
  }

  void give(ByteBuffer chunk) {
    free.addFirst(chunk);
  }
}
