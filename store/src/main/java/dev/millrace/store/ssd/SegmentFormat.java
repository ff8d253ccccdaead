package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.EntryRecord.INT;
import static dev.millrace.store.ssd.EntryRecord.LONG;
import static dev.millrace.store.ssd.Geometry.BLOCK;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;

/// How a segment lies in its file.
///
/// ```
///  0          4096                              T              size - 4096    size
///  ├──────────┼───────────────────────┬─ ─ ─ ─ ─┼──────────────┼──────────────┤
///  │ header   │ entries, one behind   │ unused  │ table, from  │ trailer      │
///  │          │ the other             │         │ a block on   │              │
///
///  header   magic 8 | version 4 | number 4 | sequence 8 | CRC32C 4
///  table    hash 8 | offset 4 | length 4 | expiry 8, for each entry; a tombstone has offset 0
///  trailer  magic 8 | sequence 8 | count 4 | CRC32C 4, of the table
/// ```
///
/// Little-endian. The header is written when a segment is begun, with a sequence number that is
/// larger than any before; then the entries, then table and trailer. So a segment whose trailer has
/// another sequence number than its header was being written when the process ended, and holds
/// nothing. Where the table begins follows from its count.
///
/// Nothing here is ever on the device for sure, since nothing waits for its cache. It need not be:
/// entries and tables carry checksums that depend on the sequence number ([Checksum]), so what is
/// missing is found out.
final class SegmentFormat {
  /// The bytes of a record of the table.
  static final int RECORD = 24;

  /// The offset of a tombstone.
  static final int TOMBSTONE = 0;

  static final int RECORD_OFFSET = 8;
  static final int RECORD_LENGTH = 12;
  static final int RECORD_EXPIRY = 16;

  private static final int VERSION = 1;
  private static final long HEADER_MAGIC = 0x31676573_6c6c696dL;
  private static final long TRAILER_MAGIC = 0x31646e65_6c6c696dL;
  private static final int HEADER_NUMBER = 12;
  private static final int HEADER_SEQUENCE = 16;
  private static final int HEADER_CHECKSUM = 24;
  private static final int TRAILER_COUNT = 16;
  private static final int TRAILER_CHECKSUM = 20;

  /// What the trailer says.
  ///
  /// @param count how many records the table has
  /// @param checksum of the table
  record Trailer(long sequence, int count, int checksum) {}

  private SegmentFormat() {}

  /// Whether entries up to `end` leave room for a table of `count` records.
  static boolean fits(int end, int count, int segmentSize) {
    return count < segmentSize / RECORD
        && Geometry.roundedUp(end, BLOCK) <= tablePosition(count, segmentSize);
  }

  static int tablePosition(int count, int segmentSize) {
    return segmentSize - BLOCK - Geometry.roundedUp(count * RECORD, BLOCK);
  }

  static void writeHeader(MemorySegment block, int number, long sequence) {
    block.asSlice(0, BLOCK).fill((byte) 0);
    block.set(LONG, 0, HEADER_MAGIC);
    block.set(INT, Long.BYTES, VERSION);
    block.set(INT, HEADER_NUMBER, number);
    block.set(LONG, HEADER_SEQUENCE, sequence);
    block.set(INT, HEADER_CHECKSUM, headerChecksum(block));
  }

  /// The sequence number in the header, if it is one of this segment.
  static OptionalLong readHeader(MemorySegment block, int number) {
    boolean isHeader =
        block.get(LONG, 0) == HEADER_MAGIC
            && block.get(INT, Long.BYTES) == VERSION
            && block.get(INT, HEADER_NUMBER) == number
            && block.get(INT, HEADER_CHECKSUM) == headerChecksum(block);
    return isHeader ? OptionalLong.of(block.get(LONG, HEADER_SEQUENCE)) : OptionalLong.empty();
  }

  private static int headerChecksum(MemorySegment block) {
    return new Checksum(0).add(block.asSlice(0, HEADER_CHECKSUM)).value();
  }

  /// @param table the records
  static void writeTrailer(MemorySegment block, long sequence, MemorySegment table) {
    block.asSlice(0, BLOCK).fill((byte) 0);
    block.set(LONG, 0, TRAILER_MAGIC);
    block.set(LONG, Long.BYTES, sequence);
    block.set(INT, TRAILER_COUNT, (int) (table.byteSize() / RECORD));
    block.set(INT, TRAILER_CHECKSUM, new Checksum(sequence).add(table).value());
  }

  /// What the trailer says, if it is one.
  static Optional<Trailer> readTrailer(MemorySegment block, int segmentSize) {
    int count = block.get(INT, TRAILER_COUNT);
    boolean isTrailer =
        block.get(LONG, 0) == TRAILER_MAGIC && count >= 0 && fits(BLOCK, count, segmentSize);
    return isTrailer
        ? Optional.of(
            new Trailer(block.get(LONG, Long.BYTES), count, block.get(INT, TRAILER_CHECKSUM)))
        : Optional.empty();
  }
}
