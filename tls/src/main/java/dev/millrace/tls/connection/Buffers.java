package dev.millrace.tls.connection;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Moves bytes between the buffers of applications and arrays.
final class Buffers {
  private Buffers() {}

  /// The bytes that are left in some buffers, counted up to a limit.
  static int remaining(ByteBuffer[] buffers, int offset, int length, int limit) {
    long remaining = 0;
    for (int i = offset; i < offset + length && remaining < limit; i++) {
      remaining += buffers[i].remaining();
    }
    return (int) Math.min(remaining, limit);
  }

  /// The one of some buffers in whose array the next bytes lie, or are to lie. Null if they are not
  /// all in one array, or that is the one that they come from or go to: a record and its content
  /// must not lie over each other.
  @SuppressWarnings({"ReferenceEquality", "ByteBufferBackingArray"}) // it is about the very array
  static @Nullable ByteBuffer withArray(
      ByteBuffer[] buffers, int offset, int length, int size, byte @Nullable [] other) {
    int i = offset;
    while (i < offset + length && !buffers[i].hasRemaining()) {
      i++;
    }
    boolean direct =
        i < offset + length
            && buffers[i].hasArray()
            && buffers[i].remaining() >= size
            && buffers[i].array() != other;
    return direct ? buffers[i] : null;
  }

  static void skip(ByteBuffer buffer, int size) {
    buffer.position(buffer.position() + size);
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
