package dev.millrace.seal.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.util.Native;
import com.github.luben.zstd.util.ZstdVersion;
import java.nio.ByteBuffer;

/// Zstandard: each block a frame with its size and without a checksum, since it is authenticated.
public final class ZstdCodec extends Codec {
  private static final int HIGHEST_QUICK = 3;

  private final ZstdCompressCtx compressor = new ZstdCompressCtx();
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private int level;

  /// Which implementation runs here.
  ///
  /// @throws LinkageError if none does
  public static String implementation() {
    Native.load();
    return "native code, zstd-jni " + ZstdVersion.VERSION;
  }

  /// Compresses at that level from now on.
  public ZstdCodec at(int level) {
    compressor.setLevel(level);
    this.level = level;
    return this;
  }

  @Override
  int mostBytes(int size) {
    return Math.toIntExact(Zstd.compressBound(size));
  }

  @Override
  int compress(ByteBuffer from, int size, ByteBuffer to) {
    return compressor.compressDirectByteBuffer(to, 0, to.capacity(), from, 0, size);
  }

  @Override
  boolean isQuick() {
    return level <= HIGHEST_QUICK;
  }

  @Override
  int compress(byte[] from, int offset, int size, byte[] to) {
    return compressor.compressByteArray(to, 0, to.length, from, offset, size);
  }

  @Override
  int decompress(ByteBuffer from, int length, ByteBuffer to, int size) {
    return decompressor.decompressDirectByteBuffer(to, 0, size, from, 0, length);
  }

  @Override
  int decompress(byte[] from, int offset, int length, byte[] to, int at, int size) {
    return decompressor.decompressByteArray(to, at, size, from, offset, length);
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
