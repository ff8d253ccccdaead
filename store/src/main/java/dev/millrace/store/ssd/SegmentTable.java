package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.EntryRecord.INT;
import static dev.millrace.store.ssd.EntryRecord.LONG;
import static dev.millrace.store.ssd.SegmentFormat.RECORD;
import static dev.millrace.store.ssd.SegmentFormat.RECORD_EXPIRY;
import static dev.millrace.store.ssd.SegmentFormat.RECORD_LENGTH;
import static dev.millrace.store.ssd.SegmentFormat.RECORD_OFFSET;
import static dev.millrace.store.ssd.SegmentFormat.TOMBSTONE;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.IoBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// The table of a segment that is being written: what was staged and what was forgotten since the
/// segment was begun, in that order.
///
/// Not safe for use by several threads. On the heap: a megabyte and a half for a segment of 256 MiB
/// with entries of 4 KB.
final class SegmentTable {
  /// What a record of a table tells.
  @FunctionalInterface
  interface Reader {
    /// Reads one record.
    ///
    /// @param offset where the entry begins, or [SegmentFormat#TOMBSTONE]
    /// @param expiry in milliseconds since 1970, or [EntryRecord#NEVER]
    void read(long hash, int offset, int length, long expiry) throws IOException;
  }

  /// What whole records and whole blocks are both multiples of.
  private static final int STEP = 3 * Geometry.BLOCK;

  private byte[] bytes = new byte[64 * RECORD];
  private int count;

  int count() {
    return count;
  }

  void add(long hash, int offset, int length, long expiry) {
    if (count * RECORD == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    MemorySegment record = MemorySegment.ofArray(bytes).asSlice((long) count * RECORD, RECORD);
    record.set(LONG, 0, hash);
    record.set(INT, RECORD_OFFSET, offset);
    record.set(INT, RECORD_LENGTH, length);
    record.set(LONG, RECORD_EXPIRY, expiry);
    count++;
  }

  void addTombstone(long hash) {
    add(hash, TOMBSTONE, 0, EntryRecord.NEVER);
  }

  /// Tells the hash of each tombstone.
  void forEachTombstone(LongConsumer reader) {
    MemorySegment records = records();
    for (long at = 0; at < records.byteSize(); at += RECORD) {
      if (records.get(INT, at + RECORD_OFFSET) == TOMBSTONE) {
        reader.accept(records.get(LONG, at));
      }
    }
  }

  /// Writes table and trailer to the end of a segment, in pieces as large as the buffer.
  ///
  /// @return how many bytes that took
  int write(BlockFile file, int segmentSize, long sequence, IoBuffer buffer) throws IOException {
    MemorySegment records = records();
    MemorySegment memory = buffer.memory();
    int start = SegmentFormat.tablePosition(count, segmentSize);
    int trailer = segmentSize - Geometry.BLOCK;
    for (int position = start; position < trailer; ) {
      int length = Math.min(buffer.size(), trailer - position);
      int from = position - start;
      long used = Math.min(length, records.byteSize() - from);
      MemorySegment.copy(records, from, memory, 0, used);
      memory.asSlice(used, length - used).fill((byte) 0);
      file.write(position, buffer, length);
      position += length;
    }
    SegmentFormat.writeTrailer(memory, sequence, records);
    file.write(trailer, buffer, Geometry.BLOCK);
    return segmentSize - start;
  }

  private MemorySegment records() {
    return MemorySegment.ofArray(bytes).asSlice(0, (long) count * RECORD);
  }

  /// Whether the table in a file is the one that its trailer was written for.
  static boolean isIntact(
      BlockFile file, int segmentSize, SegmentFormat.Trailer trailer, IoBuffer buffer)
      throws IOException {
    Checksum checksum = new Checksum(trailer.sequence());
    forEachPiece(file, segmentSize, trailer, buffer, checksum::add);
    return checksum.value() == trailer.checksum();
  }

  /// Reads the table in a file, which is intact.
  static void read(
      BlockFile file,
      int segmentSize,
      SegmentFormat.Trailer trailer,
      IoBuffer buffer,
      Reader reader)
      throws IOException {
    forEachPiece(file, segmentSize, trailer, buffer, piece -> read(piece, reader));
  }

  @FunctionalInterface
  private interface PieceReader {
    void read(MemorySegment wholeRecords) throws IOException;
  }

  private static void forEachPiece(
      BlockFile file,
      int segmentSize,
      SegmentFormat.Trailer trailer,
      IoBuffer buffer,
      PieceReader reader)
      throws IOException {
    int most = buffer.size() / STEP * STEP;
    int bytes = trailer.count() * RECORD;
    int start = SegmentFormat.tablePosition(trailer.count(), segmentSize);
    for (int from = 0; from < bytes; from += most) {
      int used = Math.min(most, bytes - from);
      file.read(start + from, buffer, Geometry.roundedUp(used, Geometry.BLOCK));
      reader.read(buffer.memory().asSlice(0, used));
    }
  }

  private static void read(MemorySegment records, Reader reader) throws IOException {
    for (long at = 0; at < records.byteSize(); at += RECORD) {
      reader.read(
          records.get(LONG, at),
          records.get(INT, at + RECORD_OFFSET),
          records.get(INT, at + RECORD_LENGTH),
          records.get(LONG, at + RECORD_EXPIRY));
    }
  }
}
