package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import java.security.SecureRandom;
import java.util.Arrays;

/// Random bytes that are sent in the clear: randoms of hellos, session ids, GREASE.
///
/// A handshake takes several, and a source of randomness takes about a microsecond for a draw,
/// short or long; so they come from blocks that are drawn at once, in which they are zeroed as they
/// go. Not for keys, nor for the nonces of ciphers: whoever copies a running virtual machine has
/// the rest of a block twice.
///
/// Safe for use by several threads, if the source is.
final class PublicRandom {
  private static final int BLOCK = 1024;
  private static final int KEPT = 16;

  private final SecureRandom source;
  private final Pool<Block> blocks;

  PublicRandom(SecureRandom source) {
    this.source = source;
    this.blocks = new Pool<>(KEPT, Block::new);
  }

  private static final class Block {
    private final byte[] bytes = new byte[BLOCK];
    private int used = BLOCK;
  }

  /// @param length up to 1024
  byte[] bytes(int length) {
    Block block = blocks.take();
    if (BLOCK - block.used < length) {
      source.nextBytes(block.bytes);
      block.used = 0;
    }
    int start = block.used;
    block.used += length;
    byte[] bytes = Arrays.copyOfRange(block.bytes, start, block.used);
    Arrays.fill(block.bytes, start, block.used, (byte) 0);
    blocks.give(block);
    return bytes;
  }
}
