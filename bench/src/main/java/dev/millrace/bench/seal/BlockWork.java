package dev.millrace.bench.seal;

import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Blocks of one corpus, to be sealed and opened, each as a container of its own, or compressed and
/// decompressed alone by the same library at the same level, or, compressed, encrypted and
/// decrypted alone by the same cipher. Content and containers lie either in arrays or off the heap;
/// the bare cipher always has arrays. For one thread.
final class BlockWork implements AutoCloseable {
  /// What is done with each block.
  enum Step {
    SEAL,
    COMPRESS,
    ENCRYPT,
    OPEN,
    DECOMPRESS,
    DECRYPT
  }

  private static final int WARM_UP = 20_000;

  private final Arena arena = Arena.ofConfined();
  private final boolean offHeap;
  private final BareCodec codec;
  private final BareCipher cipher = new BareCipher();
  private final Sealer sealer;
  private final Opener opener;
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final List<MemorySegment> compressed = new ArrayList<>();
  private final List<MemorySegment> sealed = new ArrayList<>();
  private final List<byte[]> unencrypted = new ArrayList<>();
  private final List<byte[]> encrypted = new ArrayList<>();
  private final int blockSize;
  private final MemorySegment block;
  private final MemorySegment room;
  private final byte[] arrayRoom;
  private long turns;

  BlockWork(byte[] bytes, int blockSize, Compression compression, boolean offHeap)
      throws IOException {
    this.blockSize = blockSize;
    this.offHeap = offHeap;
    codec = BareCodec.of(compression);
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    SealConfig config = SealConfig.standard();
    sealer = new Sealer(config.withCompression(compression).withBlockSize(blockSize), keys);
    opener = new Opener(keys);
    block = memory(blockSize);
    room = memory(sealer.mostBytes(blockSize) + blockSize / 128);
    arrayRoom = new byte[(int) room.byteSize()];
    for (int i = 0; i < bytes.length; i += blockSize) {
      MemorySegment part = copy(MemorySegment.ofArray(bytes).asSlice(i, blockSize), blockSize);
      blocks.add(part);
      compressed.add(copy(room, codec.compress(part, room)));
      unencrypted.add(compressed.getLast().toArray(ValueLayout.JAVA_BYTE));
      encrypted.add(Arrays.copyOf(arrayRoom, encrypt(i / blockSize)));
      sealed.add(copy(room, sealer.seal(part, room, Binding.none(), false)));
    }
  }

  /// Has the code compiled that runs once for each container.
  void warmUp() throws IOException {
    MemorySegment little = blocks.getFirst().asSlice(0, 1024);
    MemorySegment container = copy(room, sealer.seal(little, room, Binding.none(), false));
    for (int i = 0; i < WARM_UP; i++) {
      boolean _ = sealer.seal(little, room, Binding.none(), false) > 0;
      boolean _ = opener.open(container, block, Binding.none()) > 0;
    }
  }

  /// How many times smaller the blocks are when sealed.
  double ratio() {
    long all = sealed.stream().mapToLong(MemorySegment::byteSize).sum();
    return (double) blocks.size() * blockSize / all;
  }

  /// Does it with all blocks.
  ///
  /// @return megabytes of content per second
  double run(Step step) throws IOException {
    long start = System.nanoTime();
    for (int i = 0; i < blocks.size(); i++) {
      boolean _ = run(step, i) > 0;
    }
    return (double) blocks.size() * blockSize / (System.nanoTime() - start) * 1e3;
  }

  private long run(Step step, int i) throws IOException {
    return switch (step) {
      case SEAL -> sealer.seal(blocks.get(i), room, Binding.none(), false);
      case COMPRESS -> codec.compress(blocks.get(i), room);
      case ENCRYPT -> encrypt(i);
      case OPEN -> opener.open(sealed.get(i), block, Binding.none());
      case DECOMPRESS -> codec.decompress(compressed.get(i), block);
      case DECRYPT -> cipher.decrypt(encrypted.get(i), arrayRoom, i);
    };
  }

  private int encrypt(int i) {
    byte[] bytes = unencrypted.get(i);
    return cipher.encrypt(bytes, bytes.length, arrayRoom, turns++);
  }

  private MemorySegment copy(MemorySegment from, long length) {
    MemorySegment copy = memory(length);
    MemorySegment.copy(from, 0, copy, 0, length);
    return copy;
  }

  private MemorySegment memory(long size) {
    return offHeap ? arena.allocate(size) : MemorySegment.ofArray(new byte[(int) size]);
  }

  @Override
  public void close() {
    codec.close();
    arena.close();
  }
}
