package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// Where sealed bytes go: they are made in an array, which is the final one if that is possible.
/// For one thread.
abstract sealed class Target {
  private Target() {}

  /// Where the next bytes are to be made, at [#offset].
  ///
  /// @throws IllegalArgumentException if there is no room for so many
  abstract byte[] array(int room) throws IOException;

  abstract int offset();

  /// Takes the bytes that were made there.
  abstract void take(int length) throws IOException;

  /// Hands on all that was taken.
  void flush() throws IOException {}

  /// A channel, which gets as many bytes at once as fit into the buffer.
  ///
  /// @param buffer has room for a header and for a segment
  static Target of(WritableByteChannel channel, byte[] buffer) {
    return new OfChannel(channel, buffer);
  }

  /// Memory, from its beginning on.
  static Target of(MemorySegment memory, byte[] buffer) {
    return memory.heapBase().orElse(null) instanceof byte[] array
        ? new OfArray(array, Math.toIntExact(memory.address()), memory.byteSize())
        : new OfMemory(memory, buffer);
  }

  private static void checkRoom(long room, long free) {
    if (room > free) {
      throw new IllegalArgumentException("there is no room for " + (room - free) + " of the bytes");
    }
  }

  private static final class OfChannel extends Target {
    private final WritableByteChannel channel;
    private final byte[] buffer;
    private int filled;

    OfChannel(WritableByteChannel channel, byte[] buffer) {
      this.channel = channel;
      this.buffer = buffer;
    }

    @Override
    byte[] array(int room) throws IOException {
      if (room > buffer.length - filled) {
        flush();
      }
      checkRoom(room, buffer.length);
      return buffer;
    }

    @Override
    int offset() {
      return filled;
    }

    @Override
    void take(int length) {
      filled += length;
    }

    @Override
    void flush() throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, filled);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      filled = 0;
    }
  }

  private static final class OfArray extends Target {
    private final byte[] array;
    private int offset;
    private long free;

    OfArray(byte[] array, int offset, long free) {
      this.array = array;
      this.offset = offset;
      this.free = free;
    }

    @Override
    byte[] array(int room) {
      checkRoom(room, free);
      return array;
    }

    @Override
    int offset() {
      return offset;
    }

    @Override
    void take(int length) {
      offset += length;
      free -= length;
    }
  }

  private static final class OfMemory extends Target {
    private final MemorySegment memory;
    private final byte[] buffer;
    private long position;

    OfMemory(MemorySegment memory, byte[] buffer) {
      this.memory = memory;
      this.buffer = buffer;
    }

    @Override
    byte[] array(int room) {
      checkRoom(room, Math.min(buffer.length, memory.byteSize() - position));
      return buffer;
    }

    @Override
    int offset() {
      return 0;
    }

    @Override
    void take(int length) {
      MemorySegment.copy(MemorySegment.ofArray(buffer), 0, memory, position, length);
      position += length;
    }
  }
}
