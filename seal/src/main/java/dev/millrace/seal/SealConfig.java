package dev.millrace.seal;

import dev.millrace.seal.Compression.Zstd;

/// How to seal. Whoever opens needs none of it: containers say it themselves.
///
/// @param compression how blocks are compressed
/// @param blockSize how many bytes are compressed together, and decompressed for any one of them: a
///   power of two from 4 KiB to 8 MiB
/// @param segmentSize how many bytes of the container are encrypted and authenticated together: a
///   power of two from 4 KiB to 1 MiB
/// @param keySize bytes of the AES key, 16 or 32
public record SealConfig(Compression compression, int blockSize, int segmentSize, int keySize) {
  public static final int SMALLEST = 4 << 10;
  public static final int LARGEST_BLOCK = 8 << 20;
  public static final int LARGEST_SEGMENT = 1 << 20;

  private static final SealConfig STANDARD = new SealConfig(new Zstd(1), 64 << 10, 16 << 10, 32);

  public SealConfig {
    checkPowerOfTwo("a block", blockSize, LARGEST_BLOCK);
    checkPowerOfTwo("a segment", segmentSize, LARGEST_SEGMENT);
    if (keySize != 16 && keySize != 32) {
      throw new IllegalArgumentException("a key has 16 or 32 bytes, not " + keySize);
    }
  }

  /// Zstandard at level 1, blocks of 64 KiB, segments of 16 KiB, AES-256.
  public static SealConfig standard() {
    return STANDARD;
  }

  public SealConfig withCompression(Compression compression) {
    return new SealConfig(compression, blockSize, segmentSize, keySize);
  }

  public SealConfig withBlockSize(int blockSize) {
    return new SealConfig(compression, blockSize, segmentSize, keySize);
  }

  public SealConfig withSegmentSize(int segmentSize) {
    return new SealConfig(compression, blockSize, segmentSize, keySize);
  }

  public SealConfig withKeySize(int keySize) {
    return new SealConfig(compression, blockSize, segmentSize, keySize);
  }

  private static void checkPowerOfTwo(String what, int size, int largest) {
    if (size < SMALLEST || size > largest || Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException(
          what
              + " has a power of two of bytes from "
              + SMALLEST
              + " to "
              + largest
              + ", not "
              + size);
    }
  }
}
