package dev.millrace.s3.checksum;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A checksum of bytes that come one after another. Belongs to one thread at a time.
public sealed interface RunningChecksum permits RunningCrc, RunningDigest {
  /// Adds `length` bytes of `bytes`, from `offset` on.
  void update(byte[] bytes, int offset, int length);

  /// Adds what remains in `bytes`, and leaves its position at its limit.
  void update(ByteBuffer bytes);

  /// Adds all of `bytes`.
  ///
  /// @throws UnsupportedOperationException if `bytes` is an array of other than bytes
  default void update(MemorySegment bytes) {
    long longest = 1 << 30; // a buffer holds no more than an int can count
    for (long offset = 0; offset < bytes.byteSize(); offset += longest) {
      long length = Math.min(longest, bytes.byteSize() - offset);
      update(bytes.asSlice(offset, length).asByteBuffer());
    }
  }

  /// The value as S3 writes it, in base64; then starts anew.
  String finish();
}
