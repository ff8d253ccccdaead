package dev.millrace.store.ssd;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// An entry as it lies in a segment.
///
/// ```
///  0        4       8        12      20       28
///  ├────────┼───────┼────────┼───────┼────────┼─────────┬───────────
///  │ CRC32C │ key   │ value  │ hash  │ expiry │ key …   │ value …
///  │        │ length│ length │       │        │         │
/// ```
///
/// Little-endian. The expiry is in milliseconds since 1970, 0 where there is none. The [Checksum]
/// is of all that follows it.
///
/// @param key where the key begins in the memory that was parsed
/// @param keyLength in bytes
/// @param valueLength in bytes; the value follows the key
/// @param expiry in milliseconds since 1970, or [#NEVER]
record EntryRecord(long key, int keyLength, int valueLength, long expiry) {
  static final int HEADER = 28;
  static final long NEVER = 0;

  private static final int KEY_LENGTH = 4;
  private static final int VALUE_LENGTH = 8;
  private static final int HASH = 12;
  private static final int EXPIRY = 20;

  static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The bytes that an entry takes up, up to where the next may begin at the earliest.
  static long size(int keyLength, long valueLength) {
    return HEADER + keyLength + valueLength;
  }

  /// Where the value begins.
  long value() {
    return key + keyLength;
  }

  boolean hasKey(MemorySegment memory, byte[] other) {
    MemorySegment bytes = MemorySegment.ofArray(other);
    return keyLength == other.length
        && MemorySegment.mismatch(memory, key, value(), bytes, 0, other.length) < 0;
  }

  /// The header of an entry.
  static MemorySegment header(
      long sequence, long hash, long expiry, MemorySegment key, MemorySegment value) {
    MemorySegment header = MemorySegment.ofArray(new byte[HEADER]);
    header.set(INT, KEY_LENGTH, (int) key.byteSize());
    header.set(INT, VALUE_LENGTH, (int) value.byteSize());
    header.set(LONG, HASH, hash);
    header.set(LONG, EXPIRY, expiry);
    MemorySegment lengths = header.asSlice(KEY_LENGTH);
    header.set(INT, 0, new Checksum(sequence).add(lengths).add(key).add(value).value());
    return header;
  }

  /// The entry that begins at `start` and lies before `end`, or null if it is not whole.
  static @Nullable EntryRecord parse(MemorySegment memory, long start, long end, long sequence) {
    if (end - start < HEADER) {
      return null;
    }
    int keyLength = memory.get(INT, start + KEY_LENGTH);
    int valueLength = memory.get(INT, start + VALUE_LENGTH);
    if (keyLength <= 0 || valueLength < 0 || size(keyLength, valueLength) > end - start) {
      return null;
    }
    long length = size(keyLength, valueLength) - KEY_LENGTH;
    int actual = new Checksum(sequence).add(memory.asSlice(start + KEY_LENGTH, length)).value();
    return actual == memory.get(INT, start)
        ? new EntryRecord(start + HEADER, keyLength, valueLength, memory.get(LONG, start + EXPIRY))
        : null;
  }
}
