package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.IoBuffer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// A segment on the device that is complete: its header, trailer and table go together.
///
/// A checksum is no proof that a table was written here: who can write to the device can make one
/// that fits. So a record counts only if it could be where it is.
final class FoundSegment {
  /// Far more than clocks and counting lead to, and far from where counting on would end.
  private static final long LARGEST_SEQUENCE = 1L << 62;

  private final BlockFile file;
  private final Geometry geometry;
  private final SegmentFormat.Trailer trailer;
  private final IoBuffer buffer;

  private FoundSegment(
      BlockFile file, Geometry geometry, SegmentFormat.Trailer trailer, IoBuffer buffer) {
    this.file = file;
    this.geometry = geometry;
    this.trailer = trailer;
    this.buffer = buffer;
  }

  /// The segment, or nothing if it was being written when the process ended, or never was.
  ///
  /// @param buffer what it is read by, during this and later calls
  /// @throws IOException if it cannot be read, or its table is not what was written, or its
  ///   sequence number is none
  static Optional<FoundSegment> read(SsdSegment segment, Geometry geometry, IoBuffer buffer)
      throws IOException {
    BlockFile file = segment.file();
    file.read(0, buffer, BLOCK);
    OptionalLong sequence = SegmentFormat.readHeader(buffer.memory(), segment.number());
    file.read(geometry.segmentSize() - BLOCK, buffer, BLOCK);
    Optional<SegmentFormat.Trailer> trailer =
        SegmentFormat.readTrailer(buffer.memory(), geometry.segmentSize());
    if (sequence.isEmpty()
        || trailer.isEmpty()
        || trailer.get().sequence() != sequence.getAsLong()) {
      return Optional.empty();
    }
    if (sequence.getAsLong() <= SsdSegment.EMPTY || sequence.getAsLong() > LARGEST_SEQUENCE) {
      throw new IOException("no segment is the " + sequence.getAsLong() + "th");
    }
    FoundSegment found = new FoundSegment(file, geometry, trailer.get(), buffer);
    if (!SegmentTable.isIntact(file, geometry.segmentSize(), found.trailer, buffer)) {
      throw new IOException("wrong checksum of the table");
    }
    return Optional.of(found);
  }

  long sequence() {
    return trailer.sequence();
  }

  /// Reads the table.
  ///
  /// @throws IOException if it cannot be read, or has a record that none has; those before it were
  ///   told
  void forEach(SegmentTable.Reader reader) throws IOException {
    SegmentTable.read(file, geometry.segmentSize(), trailer, buffer, new Checked(reader));
  }

  /// Entries lie one behind the other, between header and table.
  private final class Checked implements SegmentTable.Reader {
    private final SegmentTable.Reader reader;
    private final int table = SegmentFormat.tablePosition(trailer.count(), geometry.segmentSize());
    private int end = BLOCK;

    Checked(SegmentTable.Reader reader) {
      this.reader = reader;
    }

    @Override
    public void read(long hash, int offset, int length, long expiry) throws IOException {
      if (offset != SegmentFormat.TOMBSTONE) {
        if (offset < end
            || offset % geometry.unit() != 0
            || length < EntryRecord.HEADER
            || length > table - offset) {
          throw new IOException("its table has %d bytes at %d".formatted(length, offset));
        }
        end = offset + length;
      }
      reader.read(hash, offset, length, expiry);
    }
  }
}
