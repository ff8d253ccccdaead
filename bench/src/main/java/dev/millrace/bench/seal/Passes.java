package dev.millrace.bench.seal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A buffer that is larger than the last cache of most processors, sealed in one pass, or in two:
/// all of it compressed, then all of that encrypted. Either with zstd at level 1, blocks of 64 KiB,
/// AES-256 in pieces of a segment's size, from array to array. For one thread.
final class Passes implements AutoCloseable {
  private static final int BLOCK = 64 << 10;

  private final BareCipher cipher = new BareCipher();
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(1);
  private final Sealer sealer;
  private final byte[] bytes;
  private final byte[] compressed;
  private final byte[] sealed;
  private long turns;

  Passes(byte[] bytes) throws IOException {
    this.bytes = bytes;
    SealConfig config = SealConfig.standard().withCompression(new Compression.Zstd(1));
    sealer = new Sealer(config, Keyring.parse(List.of(Keyring.newKey())));
    sealed = new byte[(int) sealer.mostBytes(bytes.length)];
    compressed = new byte[bytes.length + (int) Zstd.compressBound(BLOCK)];
  }

  /// Seals all.
  ///
  /// @return megabytes per second
  double one() {
    long start = System.nanoTime();
    MemorySegment to = MemorySegment.ofArray(sealed);
    boolean _ = sealer.seal(MemorySegment.ofArray(bytes), to, Binding.none(), false) > 0;
    return rate(start);
  }

  /// Compresses all, then encrypts all.
  ///
  /// @return megabytes per second
  double two() {
    long start = System.nanoTime();
    int length = 0;
    for (int i = 0; i < bytes.length; i += BLOCK) {
      int room = compressed.length - length;
      length += compressor.compressByteArray(compressed, length, room, bytes, i, BLOCK);
    }
    boolean _ = cipher.encrypt(compressed, length, sealed, turns++) > 0;
    return rate(start);
  }

  @Override
  public void close() {
    compressor.close();
  }

  private double rate(long start) {
    return bytes.length * 1e3 / (System.nanoTime() - start);
  }
}
