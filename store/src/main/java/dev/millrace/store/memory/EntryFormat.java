package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// How an entry lies in a segment, and what the index has of it.
///
/// ```
///  0      4      6         8
///  ├──────┼──────┼ ─ ─ ─ ─ ┼──────────┬──────────────
///  │value │ key  │ expiry  │ key …    │ value …
///  │length│length│ (if any)│          │
/// ```
///
/// Numbers are in the byte order of the machine. The highest bit of the value's length says whether
/// there is an expiry: in ticks of the segment, since it was opened. The key's length is kept less
/// one.
///
/// The index's payload is the location, and above it how often the entry was found: 0 to 3.
final class EntryFormat {
  static final int LOCATION_BITS = 40;
  static final int LONGEST_KEY = 1 << 16;
  static final int LONGEST_EXPIRY = (1 << 16) - 1;

  /// How often an entry is found before it is no longer counted.
  static final int MOST_FREQUENT = 3;

  private static final long LOCATION_MASK = (1L << LOCATION_BITS) - 1;
  private static final int HEADER = 6;
  private static final int EXPIRING_HEADER = 8;
  private static final long EXPIRES = 1L << 31;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private EntryFormat() {}

  /// The bytes that an entry takes up.
  static long size(int keyLength, long valueLength, boolean expires) {
    return headerSize(expires) + keyLength + valueLength;
  }

  private static int headerSize(boolean expires) {
    return expires ? EXPIRING_HEADER : HEADER;
  }

  // The header, in one number.

  static long header(MemorySegment memory, long address) {
    return memory.get(JAVA_LONG_UNALIGNED, address);
  }

  static boolean expires(long header) {
    return (header & EXPIRES) != 0;
  }

  static int expiry(long header) {
    return (int) (header >>> 48);
  }

  static int keyLength(long header) {
    return (int) (header >>> 32 & 0xffff) + 1;
  }

  static int valueLength(long header) {
    return (int) (header & EXPIRES - 1);
  }

  static long size(long header) {
    return size(keyLength(header), valueLength(header), expires(header));
  }

  /// Where the key is, from the entry's address on.
  static int keyOffset(long header) {
    return headerSize(expires(header));
  }

  /// Where the value is, from the entry's address on.
  static int valueOffset(long header) {
    return keyOffset(header) + keyLength(header);
  }

  /// Writes all of an entry but its value.
  static void write(MemorySegment memory, long address, byte[] key, int valueLength) {
    writeLengths(memory, address, key.length, valueLength);
    MemorySegment.copy(key, 0, memory, JAVA_BYTE, address + HEADER, key.length);
  }

  /// As [#write], of an entry that expires.
  static void write(MemorySegment memory, long address, byte[] key, int valueLength, int expiry) {
    writeLengths(memory, address, key.length, valueLength | EXPIRES);
    writeExpiry(memory, address, expiry);
    MemorySegment.copy(key, 0, memory, JAVA_BYTE, address + EXPIRING_HEADER, key.length);
  }

  static void writeExpiry(MemorySegment memory, long address, int expiry) {
    memory.set(JAVA_SHORT_UNALIGNED, address + HEADER, (short) expiry);
  }

  private static void writeLengths(MemorySegment memory, long address, int key, long value) {
    memory.set(JAVA_INT_UNALIGNED, address, (int) value);
    memory.set(JAVA_SHORT_UNALIGNED, address + Integer.BYTES, (short) (key - 1));
  }

  /// Whether the entry at `address` has the key that lies in `other` at `from`.
  static boolean hasKey(
      MemorySegment memory, long address, MemorySegment other, long from, int length) {
    long header = header(memory, address);
    long start = address + keyOffset(header);
    return keyLength(header) == length
        && MemorySegment.mismatch(memory, start, start + length, other, from, from + length) < 0;
  }

  /// Whether the entry at `address`, which has that header, has that key.
  static boolean hasKey(MemorySegment memory, long address, long header, byte[] key) {
    return keyLength(header) == key.length && isAt(memory, address + keyOffset(header), key);
  }

  /// Most keys are short, and then this is faster than [MemorySegment#mismatch].
  private static boolean isAt(MemorySegment memory, long address, byte[] key) {
    int at = 0;
    for (; at <= key.length - Long.BYTES; at += Long.BYTES) {
      if (memory.get(JAVA_LONG_UNALIGNED, address + at) != (long) LONGS.get(key, at)) {
        return false;
      }
    }
    for (; at < key.length; at++) {
      if (memory.get(JAVA_BYTE, address + at) != key[at]) {
        return false;
      }
    }
    return true;
  }

  // The index's payload.

  static long location(long payload) {
    return payload & LOCATION_MASK;
  }

  static int frequency(long payload) {
    return (int) (payload >>> LOCATION_BITS);
  }

  static long payload(long location, int frequency) {
    return (long) frequency << LOCATION_BITS | location;
  }
}
