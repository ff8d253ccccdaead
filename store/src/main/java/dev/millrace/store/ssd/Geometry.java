package dev.millrace.store.ssd;

import dev.millrace.store.io.BlockFile;

/// How a folder is cut, and how the index tells where an entry is.
///
/// All segments have one size. Entries begin at multiples of the unit, so that 33 bits tell every
/// place: 128 bytes for up to 1 TiB, more beyond.
///
/// ```
///  41       33 32                                    0
///  ├──────────┼──────────────────────────────────────┤   payload of the index
///  │  length  │ position, in units from the first    │
///  │  class   │ segment's beginning; never 0         │
/// ```
///
/// The length class is a number of units rounded up, with a mantissa of 5 bits and an exponent of
/// 4: exact up to 64 units, and then up to a 32nd too long. Who reads an entry reads whole blocks
/// around it, and learns its true length from its record.
///
/// @param segmentSize in bytes, a power of two
/// @param segments how many there are at most
record Geometry(int segmentSize, int segments) {
  static final int BLOCK = BlockFile.BLOCK;

  private static final int SMALLEST_UNIT = 128;
  private static final int POSITION_BITS = 33;
  private static final long POSITION_MASK = (1L << POSITION_BITS) - 1;
  private static final int MANTISSA_BITS = 5;
  private static final int MANTISSAS = 1 << MANTISSA_BITS;
  private static final int GREATEST_EXPONENT = 15;

  /// The largest capacity that 33 bits can tell the places of, with units of a block.
  static final long MOST_BYTES = (long) BLOCK << POSITION_BITS;

  /// What entries begin at multiples of, in bytes: a power of two.
  int unit() {
    long unit = SMALLEST_UNIT;
    while (bytes() > unit << POSITION_BITS) {
      unit *= 2;
    }
    return (int) unit;
  }

  /// The bytes of all segments.
  long bytes() {
    return (long) segmentSize * segments;
  }

  /// The length of the longest entry that the index can tell.
  long longestEntry() {
    return ((2L * MANTISSAS - 1) << (GREATEST_EXPONENT - 1)) * unit();
  }

  static int roundedUp(int bytes, int multiple) {
    return (bytes + multiple - 1) & -multiple;
  }

  // The payload.

  /// @param segment the number of the segment, from 1
  /// @param offset where the entry begins, in bytes; not 0
  /// @param length its length in bytes
  long payload(int segment, int offset, int length) {
    long position = ((long) (segment - 1) * segmentSize + offset) / unit();
    return lengthClass(roundedUp(length, unit()) / unit()) << POSITION_BITS | position;
  }

  int segmentOf(long payload) {
    return (int) (address(payload) / segmentSize) + 1;
  }

  int offsetOf(long payload) {
    return (int) (address(payload) % segmentSize);
  }

  /// Where the entry ends at the latest, in bytes of its segment.
  int endOf(long payload) {
    int lengthClass = (int) (payload >>> POSITION_BITS);
    int exponent = lengthClass >>> MANTISSA_BITS;
    long mantissa = lengthClass & (MANTISSAS - 1);
    long units = exponent == 0 ? mantissa : (MANTISSAS + mantissa) << (exponent - 1);
    return (int) Math.min(segmentSize, offsetOf(payload) + units * unit());
  }

  private long address(long payload) {
    return (payload & POSITION_MASK) * unit();
  }

  /// Numbers below 32 are what they are, with exponent 0; from there on, the mantissa lacks its
  /// first bit, which adds itself to the exponent. So does what rounding up carries.
  private static long lengthClass(int units) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(units);
    int shift = Math.max(0, bits - MANTISSA_BITS - 1);
    long rounded = (units + (1L << shift) - 1) >>> shift;
    return ((long) shift << MANTISSA_BITS) + rounded;
  }
}
