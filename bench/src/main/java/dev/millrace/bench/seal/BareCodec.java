package dev.millrace.bench.seal;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Compression.Lz4;
import dev.millrace.seal.Compression.None;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/// The libraries that [dev.millrace.seal.Sealer] compresses by, alone, with nothing copied: arrays
/// go to them as arrays, memory off the heap as that. For one thread.
sealed interface BareCodec extends AutoCloseable {
  /// Compresses a block.
  ///
  /// @return how many bytes of `to` it has then
  int compress(MemorySegment from, MemorySegment to);

  /// Decompresses a block.
  ///
  /// @return how many bytes of `to` it has then
  int decompress(MemorySegment from, MemorySegment to);

  @Override
  default void close() {}

  /// The library for a compression.
  ///
  /// @throws IllegalArgumentException for [None], which has nothing to compare with
  static BareCodec of(Compression compression) {
    return switch (compression) {
      case None none -> throw new IllegalArgumentException("nothing is compressed");
      case Compression.Zstd(int level) -> new Zstd(level);
      case Lz4 lz4 -> new Lz4Blocks();
    };
  }

  /// The array that a segment spans.
  private static byte[] array(MemorySegment memory) {
    return (byte[]) memory.heapBase().orElseThrow();
  }

  /// Zstandard at a level.
  final class Zstd implements BareCodec {
    private final ZstdCompressCtx compressor = new ZstdCompressCtx();
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

    Zstd(int level) {
      compressor.setLevel(level);
    }

    @Override
    public int compress(MemorySegment from, MemorySegment to) {
      int length = (int) from.byteSize();
      int room = (int) to.byteSize();
      if (from.isNative()) {
        ByteBuffer target = to.asByteBuffer();
        return compressor.compressDirectByteBuffer(target, 0, room, from.asByteBuffer(), 0, length);
      }
      return compressor.compressByteArray(array(to), 0, room, array(from), 0, length);
    }

    @Override
    public int decompress(MemorySegment from, MemorySegment to) {
      int length = (int) from.byteSize();
      int room = (int) to.byteSize();
      if (from.isNative()) {
        ByteBuffer target = to.asByteBuffer();
        return decompressor.decompressDirectByteBuffer(
            target, 0, room, from.asByteBuffer(), 0, length);
      }
      return decompressor.decompressByteArray(array(to), 0, room, array(from), 0, length);
    }

    @Override
    public void close() {
      compressor.close();
      decompressor.close();
    }
  }

  /// LZ4 blocks.
  final class Lz4Blocks implements BareCodec {
    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
    private final LZ4SafeDecompressor decompressor =
        LZ4Factory.fastestInstance().safeDecompressor();

    @Override
    public int compress(MemorySegment from, MemorySegment to) {
      int length = (int) from.byteSize();
      int room = (int) to.byteSize();
      return from.isNative()
          ? compressor.compress(from.asByteBuffer(), 0, length, to.asByteBuffer(), 0, room)
          : compressor.compress(array(from), 0, length, array(to), 0, room);
    }

    @Override
    public int decompress(MemorySegment from, MemorySegment to) {
      int length = (int) from.byteSize();
      int room = (int) to.byteSize();
      return from.isNative()
          ? decompressor.decompress(from.asByteBuffer(), 0, length, to.asByteBuffer(), 0, room)
          : decompressor.decompress(array(from), 0, length, array(to), 0, room);
    }
  }
}
