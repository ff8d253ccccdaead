package dev.millrace.seal.codec;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.util.Native;

/// The LZ4 block format.
///
/// Where native code cannot be loaded, Java takes its place, several times slower; a warning says
/// so, once.
public final class Lz4Codec extends Codec {
  private static final LZ4Factory FACTORY = LZ4Factory.fastestInstance();
  private static final LZ4Compressor COMPRESSOR = FACTORY.fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR = FACTORY.safeDecompressor();

  static {
    if (!Native.isLoaded()) {
      System.getLogger(Lz4Codec.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "lz4 runs in Java, several times slower than native code, which does not load from"
                  + " java.io.tmpdir, {0}",
              System.getProperty("java.io.tmpdir"));
    }
  }

  /// Which implementation runs here.
  public static String implementation() {
    return Native.isLoaded()
        ? "native code"
        : "Java, several times slower: its native code does not load";
  }

  @Override
  int mostBytes(int size) {
    return COMPRESSOR.maxCompressedLength(size);
  }

  @Override
  int compress(ByteBuffer from, int size, ByteBuffer to) {
    return COMPRESSOR.compress(from, 0, size, to, 0, to.capacity());
  }

  @Override
  boolean isQuick() {
    return true;
  }

  @Override
  int compress(byte[] from, int offset, int size, byte[] to) {
    return COMPRESSOR.compress(from, offset, size, to, 0, to.length);
  }

  @Override
  int decompress(ByteBuffer from, int length, ByteBuffer to, int size) {
    return DECOMPRESSOR.decompress(from, 0, length, to, 0, size);
  }

  @Override
  int decompress(byte[] from, int offset, int length, byte[] to, int at, int size) {
    return DECOMPRESSOR.decompress(from, offset, length, to, at, size);
  }

  @Override
  public void close() {}
}
