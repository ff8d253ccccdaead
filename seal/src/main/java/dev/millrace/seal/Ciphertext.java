package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A container's bytes, given in arrays: those where they are if that is possible. For one thread.
abstract sealed class Ciphertext {
  private Ciphertext() {}

  /// An array that has the bytes from `position` on at [#offset], until the next call.
  abstract byte[] array(long position, int length) throws IOException;

  abstract int offset();

  /// What can be read anywhere.
  ///
  /// @param buffer has room for a segment
  static Ciphertext of(ByteSource source, byte[] buffer) {
    return new OfSource(source, buffer);
  }

  /// Memory.
  ///
  /// @param buffer has room for a segment
  static Ciphertext of(MemorySegment memory, byte[] buffer) {
    return memory.heapBase().orElse(null) instanceof byte[] array
        ? new OfArray(array, memory.address())
        : new OfSource(ByteSource.of(memory), buffer);
  }

  private static final class OfSource extends Ciphertext {
    private final ByteSource source;
    private final byte[] buffer;

    OfSource(ByteSource source, byte[] buffer) {
      this.source = source;
      this.buffer = buffer;
    }

    @Override
    byte[] array(long position, int length) throws IOException {
      source.read(position, ByteBuffer.wrap(buffer, 0, length));
      return buffer;
    }

    @Override
    int offset() {
      return 0;
    }
  }

  private static final class OfArray extends Ciphertext {
    private final byte[] array;
    private final long start;
    private int offset;

    OfArray(byte[] array, long start) {
      this.array = array;
      this.start = start;
    }

    @Override
    byte[] array(long position, int length) {
      offset = Math.toIntExact(start + position);
      return array;
    }

    @Override
    int offset() {
      return offset;
    }
  }
}
