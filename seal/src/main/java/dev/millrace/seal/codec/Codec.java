package dev.millrace.seal.codec;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;

/// Compresses and decompresses blocks. For one thread at a time.
///
/// The libraries take arrays too, but while a thread is in such a call most collectors wait for it:
/// for tenths of a second where a large block is compressed at a high level. So they are given
/// memory off the heap, at the price of a copy within the processor's cache; but for what takes
/// half a millisecond at most, where that copy would tell: to decompress up to 1 MiB, and to
/// compress up to 64 KiB at a low level.
public abstract sealed class Codec implements AutoCloseable permits ZstdCodec, Lz4Codec {
  private static final int MOST_DECOMPRESSED_IN_PLACE = 1 << 20;
  private static final int MOST_COMPRESSED_IN_PLACE = 64 << 10;
  private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);

  private ByteBuffer plain = EMPTY;
  private ByteBuffer compressed = EMPTY;
  private byte[] inPlace = {};

  /// Compresses a block.
  ///
  /// @return what became of it, until the next call; it may be longer than the block
  public final MemorySegment compress(MemorySegment block) {
    int size = Math.toIntExact(block.byteSize());
    if (size <= MOST_COMPRESSED_IN_PLACE
        && isQuick()
        && block.heapBase().orElse(null) instanceof byte[] array) {
      if (inPlace.length < mostBytes(size)) {
        inPlace = new byte[mostBytes(size)];
      }
      int length = compress(array, Math.toIntExact(block.address()), size, inPlace);
      return MemorySegment.ofArray(inPlace).asSlice(0, length);
    }
    compressed = withRoom(compressed, mostBytes(size));
    int length = compress(direct(block), size, compressed);
    return MemorySegment.ofBuffer(compressed).asSlice(0, length);
  }

  /// Decompresses a block into memory that has exactly its size.
  ///
  /// @throws MalformedBlockException if it is not a block of that size; then `to` holds anything,
  ///   but nothing that was in other memory
  public final void decompress(byte[] from, int offset, int length, MemorySegment to)
      throws MalformedBlockException {
    int size = Math.toIntExact(to.byteSize());
    if (size <= MOST_DECOMPRESSED_IN_PLACE && to.heapBase().orElse(null) instanceof byte[] array) {
      int at = Math.toIntExact(to.address());
      checked(size, () -> decompress(from, offset, length, array, at, size));
      return;
    }
    compressed = withRoom(compressed, length);
    compressed.put(0, from, offset, length);
    if (to.isNative()) {
      ByteBuffer view = view(to);
      checked(size, () -> decompress(compressed, length, view, size));
    } else {
      plain = withRoom(plain, size);
      checked(size, () -> decompress(compressed, length, plain, size));
      MemorySegment.copy(MemorySegment.ofBuffer(plain), 0, to, 0, size);
    }
  }

  private static void checked(int size, IntSupplier library) throws MalformedBlockException {
    int decompressed;
    try {
      decompressed = library.getAsInt();
    } catch (RuntimeException e) {
      throw new MalformedBlockException("it has a block that does not decompress", e);
    }
    if (decompressed != size) {
      throw new MalformedBlockException("it has a block of another size than it says");
    }
  }

  /// Bytes of memory that it holds on to, beside the library's own.
  public final int footprint() {
    return plain.capacity() + compressed.capacity() + inPlace.length;
  }

  /// Frees what the library holds.
  @Override
  public abstract void close();

  abstract int mostBytes(int size);

  /// Whether it compresses hundreds of megabytes a second.
  abstract boolean isQuick();

  abstract int compress(ByteBuffer from, int size, ByteBuffer to);

  abstract int compress(byte[] from, int offset, int size, byte[] to);

  /// May throw any [RuntimeException] for what is malformed.
  abstract int decompress(ByteBuffer from, int length, ByteBuffer to, int size);

  /// As the other.
  abstract int decompress(byte[] from, int offset, int length, byte[] to, int at, int size);

  private ByteBuffer direct(MemorySegment block) {
    if (block.isNative()) {
      return view(block);
    }
    int size = (int) block.byteSize();
    plain = withRoom(plain, size);
    MemorySegment.copy(block, 0, MemorySegment.ofBuffer(plain), 0, size);
    return plain;
  }

  /// The libraries take an address, and ask nobody whether there is still memory.
  private static ByteBuffer view(MemorySegment memory) {
    if (!memory.scope().isAlive() || !memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException("the memory's arena is closed, or another thread's");
    }
    return memory.asByteBuffer();
  }

  private static ByteBuffer withRoom(ByteBuffer buffer, int size) {
    return buffer.capacity() >= size ? buffer : ByteBuffer.allocateDirect(size);
  }
}
