package dev.millrace.seal;

import dev.millrace.seal.codec.Codec;
import dev.millrace.seal.codec.Lz4Codec;
import dev.millrace.seal.codec.ZstdCodec;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.concurrent.ArrayBlockingQueue;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/// What sealing and opening need beside the bytes: a cipher, the libraries' contexts, and arrays.
/// They cost more to make than a block to seal, so they are kept: two for each processor, none with
/// arrays for blocks of more than 1 MiB. A thread that borrowed one has it for itself.
final class Workspace implements AutoCloseable {
  private static final ArrayBlockingQueue<Workspace> IDLE =
      new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());
  private static final int MOST_KEPT = 6 << 20;

  private final Cipher cipher;
  private final Window window = new Window();
  private byte[] sealed = {};
  private byte[] waiting = {};
  private ByteBuffer block = ByteBuffer.allocateDirect(0);
  private @Nullable ZstdCodec zstd;
  private @Nullable Lz4Codec lz4;

  private Workspace() {
    try {
      cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES-GCM", e);
    }
  }

  /// One for the calling thread, until it is closed.
  static Workspace borrow() {
    Workspace idle = IDLE.poll();
    return idle == null ? new Workspace() : idle;
  }

  SegmentCipher cipher(ContainerKey key) {
    return new SegmentCipher(cipher, key);
  }

  Window window() {
    return window;
  }

  /// An array for the ciphertext of a segment, and one byte more.
  byte[] sealed(int segmentSize) {
    if (sealed.length <= segmentSize) {
      sealed = new byte[segmentSize + 1];
    }
    return sealed;
  }

  /// An array for the plaintext of a segment.
  byte[] waiting(int segmentSize) {
    if (waiting.length < segmentSize) {
      waiting = new byte[segmentSize];
    }
    return waiting;
  }

  /// Memory off the heap that has the size of a block.
  ByteBuffer block(int size) {
    if (block.capacity() < size) {
      block = ByteBuffer.allocateDirect(size);
    }
    return block.slice(0, size);
  }

  ZstdCodec zstd() {
    if (zstd == null) {
      zstd = new ZstdCodec();
    }
    return zstd;
  }

  Lz4Codec lz4() {
    if (lz4 == null) {
      lz4 = new Lz4Codec();
    }
    return lz4;
  }

  /// What decompresses the blocks of that container, which must have some.
  Codec codec(Header header) {
    return header.codec() == Header.ZSTD ? zstd() : lz4();
  }

  /// All blocks of a container whose segments come in order.
  Blocks blocks(Header header, SegmentSource segments) {
    return header.codec() == Header.STORED
        ? new StoredBlocks(segments, window)
        : new CompressedBlocks(segments, codec(header), header.blockSize(), window);
  }

  @Override
  public void close() {
    if (footprint() > MOST_KEPT || !IDLE.offer(this)) {
      if (zstd != null) {
        zstd.close();
      }
      if (lz4 != null) {
        lz4.close();
      }
    }
  }

  private int footprint() {
    int codecs = (zstd == null ? 0 : zstd.footprint()) + (lz4 == null ? 0 : lz4.footprint());
    return sealed.length + waiting.length + block.capacity() + window.footprint() + codecs;
  }
}
