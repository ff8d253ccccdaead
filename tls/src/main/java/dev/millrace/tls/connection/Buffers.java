package dev.millrace.tls.connection;

import dev.millrace.tls.record.RecordBuffers;
import java.nio.ByteBuffer;

/// Moves bytes between the buffers of applications and arrays.
final class Buffers {
  /// The arrays that records are sealed and opened with, for all connections: one that waits for
  /// its peer holds none.
  static final RecordBuffers POOL = new RecordBuffers(256);

  private Buffers() {}

  /// The bytes that are left in some buffers, counted up to a limit.
  static int remaining(ByteBuffer[] buffers, int offset, int length, int limit) {
    long remaining = 0;
    for (int i = offset; i < offset + length && remaining < limit; i++) {
      remaining += buffers[i].remaining();
    }
    return (int) Math.min(remaining, limit);
  }

  /// Takes bytes from some buffers.
  static void gather(ByteBuffer[] from, int offset, int length, byte[] to, int size) {
    int gathered = 0;
    for (int i = offset; i < offset + length && gathered < size; i++) {
      int part = Math.min(size - gathered, from[i].remaining());
      from[i].get(to, gathered, part);
      gathered += part;
    }
  }

  /// Puts bytes into some buffers, which have the room.
  static void scatter(byte[] from, int size, ByteBuffer[] to, int offset, int length) {
    int scattered = 0;
    for (int i = offset; i < offset + length && scattered < size; i++) {
      int part = Math.min(size - scattered, to[i].remaining());
      to[i].put(from, scattered, part);
      scattered += part;
    }
  }
}
