package dev.millrace.seal.codec;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/// The LZ4 block format.
public final class Lz4Codec extends Codec {
  private static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.fastestInstance().safeDecompressor();

  @Override
  int mostBytes(int size) {
    return COMPRESSOR.maxCompressedLength(size);
  }

  @Override
  int compress(ByteBuffer from, int size, ByteBuffer to) {
    return COMPRESSOR.compress(from, 0, size, to, 0, to.capacity());
  }

  @Override
  int decompress(ByteBuffer from, int length, ByteBuffer to, int size) {
    return DECOMPRESSOR.decompress(from, 0, length, to, 0, size);
  }

  @Override
  public void close() {}
}
