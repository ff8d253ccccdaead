package dev.millrace.s3;

/// A run of an object's bytes.
///
/// @param offset the index of the first byte, at least 0
/// @param length the number of bytes; 0 only for the whole of an empty object
public record ByteRange(long offset, long length) {
  public ByteRange {
    if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("a range of " + length + " bytes from " + offset);
    }
  }

  /// The index of the last byte; `offset - 1` where the range is empty.
  public long last() {
    return offset + length - 1;
  }

  /// The part of this range that lies in an object of `size` bytes, which is what a server sends
  /// (RFC 9110, section 14.1.2).
  ByteRange within(long size) {
    return new ByteRange(offset, Math.clamp(size - offset, 0, length));
  }

  /// This range as the value of a Range header (RFC 9110, section 14.2).
  String header() {
    return "bytes=" + offset + "-" + last();
  }
}
