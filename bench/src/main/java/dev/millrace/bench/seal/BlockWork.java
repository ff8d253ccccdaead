package dev.millrace.bench.seal;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Compression.Lz4;
import dev.millrace.seal.Compression.None;
import dev.millrace.seal.Compression.Zstd;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;

/// Blocks of one corpus, to be sealed and opened, or compressed and decompressed alone by the same
/// library at the same level, from array to array in each case. For one thread.
final class BlockWork implements AutoCloseable {
  /// What is done with each block.
  enum Step {
    SEAL,
    COMPRESS,
    OPEN,
    DECOMPRESS
  }

  private final ZstdCompressCtx compressor = new ZstdCompressCtx();
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final Compression compression;
  private final Sealer sealer;
  private final Opener opener;
  private final List<byte[]> blocks = new ArrayList<>();
  private final List<byte[]> compressed = new ArrayList<>();
  private final List<byte[]> sealed = new ArrayList<>();
  private final byte[] block;
  private final byte[] room;

  BlockWork(byte[] bytes, int blockSize, Compression compression) throws IOException {
    this.compression = compression;
    if (compression instanceof Zstd(int level)) {
      compressor.setLevel(level);
    }
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    sealer =
        new Sealer(
            SealConfig.standard().withCompression(compression).withBlockSize(blockSize), keys);
    opener = new Opener(keys);
    block = new byte[blockSize];
    room = new byte[(int) sealer.mostBytes(blockSize) + blockSize / 128];
    for (int i = 0; i < bytes.length; i += blockSize) {
      byte[] part = Arrays.copyOfRange(bytes, i, i + blockSize);
      blocks.add(part);
      compressed.add(Arrays.copyOf(room, compress(part)));
      sealed.add(sealer.seal(part, Binding.none()));
    }
  }

  /// How many times smaller the blocks are when sealed.
  double ratio() {
    long all = sealed.stream().mapToLong(bytes -> bytes.length).sum();
    return (double) blocks.size() * block.length / all;
  }

  /// Does it with all blocks.
  ///
  /// @return megabytes of content per second
  double run(Step step) throws IOException {
    long start = System.nanoTime();
    for (int i = 0; i < blocks.size(); i++) {
      boolean _ = run(step, i) > 0;
    }
    return (double) blocks.size() * block.length / (System.nanoTime() - start) * 1e3;
  }

  private long run(Step step, int i) throws IOException {
    return switch (step) {
      case SEAL -> sealer.seal(memory(blocks.get(i)), memory(room), Binding.none(), false);
      case COMPRESS -> compress(blocks.get(i));
      case OPEN -> opener.open(memory(sealed.get(i)), memory(block), Binding.none());
      case DECOMPRESS -> decompress(compressed.get(i));
    };
  }

  private static MemorySegment memory(byte[] bytes) {
    return MemorySegment.ofArray(bytes);
  }

  private int compress(byte[] from) {
    return switch (compression) {
      case None _ -> throw new IllegalArgumentException("there is nothing to compare with");
      case Zstd _ -> compressor.compressByteArray(room, 0, room.length, from, 0, from.length);
      case Lz4 _ ->
          LZ4Factory.fastestInstance()
              .fastCompressor()
              .compress(from, 0, from.length, room, 0, room.length);
    };
  }

  private int decompress(byte[] from) {
    return switch (compression) {
      case None _ -> throw new IllegalArgumentException("there is nothing to compare with");
      case Zstd _ -> decompressor.decompressByteArray(block, 0, block.length, from, 0, from.length);
      case Lz4 _ ->
          LZ4Factory.fastestInstance()
              .safeDecompressor()
              .decompress(from, 0, from.length, block, 0, block.length);
    };
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
