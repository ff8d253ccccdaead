package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;

/// Where the segments of a container lie, and which bytes of its plaintext each holds.
///
/// Segment boundaries are multiples of the segment size in the container as a whole; so the first
/// segment, which comes after the header, is shorter by it. This is Tink's layout with the header
/// before its own as the first segment's offset.
///
/// @param headerSize bytes before the first segment
/// @param segmentSize bytes of a segment with its tag
record Layout(int headerSize, int segmentSize) {
  /// Bytes of an authentication tag.
  static final int TAG = 16;

  /// So many segments can be told apart by their nonces.
  static final long MOST_SEGMENTS = 1L << 32;

  /// The plaintext of a segment that is full.
  int plainSize(long segment) {
    return segmentSize - TAG - (segment == 0 ? headerSize : 0);
  }

  /// The offset in the plaintext of a segment's first byte.
  long plainStart(long segment) {
    return segment == 0 ? 0 : segment * (segmentSize - TAG) - headerSize;
  }

  /// The offset in the container of a segment's first byte.
  long sealedStart(long segment) {
    return segment == 0 ? headerSize : segment * segmentSize;
  }

  /// The segment that a byte of the plaintext is in.
  long segmentOf(long plainPosition) {
    return (plainPosition + headerSize) / (segmentSize - TAG);
  }

  /// How many segments a plaintext of that size has: one at least.
  long segments(long plainSize) {
    return segmentOf(Math.max(0, plainSize - 1)) + 1;
  }

  /// The size of the container that holds so much plaintext.
  long sealedSize(long plainSize) {
    return headerSize + plainSize + TAG * segments(plainSize);
  }

  /// The size of the plaintext in a container of that size.
  ///
  /// @throws SealException if no container has that size
  long plainSizeIn(long sealedSize) throws SealException {
    long segments = (sealedSize + segmentSize - 1) / segmentSize;
    long inLast = sealedSize - TAG - (segments == 0 ? 0 : sealedStart(segments - 1));
    if (segments == 0 || inLast < (segments == 1 ? 0 : 1)) {
      throw new SealException(Reason.TRUNCATED, "it ends within a segment's tag, or before");
    }
    if (segments > MOST_SEGMENTS) {
      throw new SealException(Reason.UNSUPPORTED, "it has more segments than there are nonces");
    }
    return sealedSize - headerSize - TAG * segments;
  }
}
