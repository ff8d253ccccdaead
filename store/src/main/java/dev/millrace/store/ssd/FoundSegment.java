package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.IoBuffer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// A segment on the device that is complete: its header, trailer and table go together.
final class FoundSegment {
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
  /// @throws IOException if it cannot be read, or its table is not what was written
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
  void forEach(SegmentTable.Reader reader) throws IOException {
    SegmentTable.read(file, geometry.segmentSize(), trailer, buffer, reader);
  }
}
