package dev.millrace.tls.wire;

import dev.millrace.tls.pool.Pool;
import java.util.Arrays;
import java.util.function.Consumer;

/// Collects bytes in the presentation language of TLS (RFC 8446, section 3).
///
/// Not safe for use by several threads.
public final class WireWriter {
  private static final int POOLED_CAPACITY = 4096;
  private static final Pool<WireWriter> POOL =
      new Pool<>(64, () -> new WireWriter(POOLED_CAPACITY));

  private byte[] bytes;
  private int length;

  public WireWriter() {
    this(256);
  }

  /// @param capacity how many bytes are expected
  public WireWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /// The bytes that are written, in an array of just their length; of the writer, which serves the
  /// next, nothing is left.
  public static byte[] written(Consumer<WireWriter> content) {
    WireWriter out = POOL.take();
    content.accept(out);
    byte[] written = out.toByteArray();
    out.wipe();
    if (out.bytes.length == POOLED_CAPACITY) {
      POOL.give(out);
    }
    return written;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  public WireWriter u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  public WireWriter u16(int value) {
    return u8(value >>> 8).u8(value);
  }

  public WireWriter u24(int value) {
    return u8(value >>> 16).u16(value);
  }

  public WireWriter u32(long value) {
    return u16((int) (value >>> 16)).u16((int) value);
  }

  public WireWriter u64(long value) {
    return u32(value >>> 32).u32(value);
  }

  public WireWriter bytes(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  /// `opaque x<0..255>`
  public WireWriter opaque8(byte[] value) {
    requireFit(value.length, 1);
    return u8(value.length).bytes(value);
  }

  /// `opaque x<0..65535>`
  public WireWriter opaque16(byte[] value) {
    requireFit(value.length, 2);
    return u16(value.length).bytes(value);
  }

  /// `opaque x<0..16777215>`
  public WireWriter opaque24(byte[] value) {
    requireFit(value.length, 3);
    return u24(value.length).bytes(value);
  }

  /// A vector whose length takes one byte.
  ///
  /// @param content writes what is in it, to this writer
  public WireWriter vector8(Runnable content) {
    return vector(1, content);
  }

  /// A vector whose length takes two bytes.
  public WireWriter vector16(Runnable content) {
    return vector(2, content);
  }

  /// A vector whose length takes three bytes.
  public WireWriter vector24(Runnable content) {
    return vector(3, content);
  }

  private WireWriter vector(int lengthBytes, Runnable content) {
    reserve(lengthBytes);
    int start = length + lengthBytes;
    length = start;
    content.run();
    int size = length - start;
    requireFit(size, lengthBytes);
    for (int i = 1; i <= lengthBytes; i++) {
      bytes[start - i] = (byte) (size >>> (8 * (i - 1)));
    }
    return this;
  }

  private static void requireFit(int size, int lengthBytes) {
    if (size >>> (8 * lengthBytes) != 0) {
      throw new IllegalArgumentException(
          "a vector with a length of " + lengthBytes + " bytes cannot hold " + size);
    }
  }

  /// Zeroes all that was written, for whoever writes secrets.
  public void wipe() {
    Arrays.fill(bytes, 0, length, (byte) 0);
    length = 0;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      byte[] outgrown = bytes;
      bytes = Arrays.copyOf(outgrown, Math.max(2 * outgrown.length, length + more));
      Arrays.fill(outgrown, (byte) 0);
    }
  }
}
