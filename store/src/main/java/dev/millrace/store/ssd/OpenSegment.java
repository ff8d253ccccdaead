package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

/// The segment that entries are laid out in. Guarded by the lock of [Staging] while that has it,
/// then the writer's.
final class OpenSegment {
  private final SsdSegment segment;
  private final long sequence;
  private final Geometry geometry;
  private final SegmentTable table = new SegmentTable();
  private int end = BLOCK;
  private int handedOver = BLOCK;

  /// @param segment whose header is written
  OpenSegment(SsdSegment segment, Geometry geometry) {
    this.segment = segment;
    this.sequence = segment.sequence();
    this.geometry = geometry;
  }

  SsdSegment segment() {
    return segment;
  }

  long sequence() {
    return sequence;
  }

  SegmentTable table() {
    return table;
  }

  /// Up to where entries lie.
  int end() {
    return end;
  }

  /// Up to where the writer has been given what lies there: a multiple of a block.
  int handedOver() {
    return handedOver;
  }

  void handedOver(int to) {
    handedOver = to;
    end = Math.max(end, to);
  }

  /// Where an entry of `length` bytes would begin.
  int next() {
    return Geometry.roundedUp(end, geometry.unit());
  }

  boolean hasRoomFor(int length) {
    return next() <= geometry.segmentSize() - length
        && SegmentFormat.fits(next() + length, table.count() + 1, geometry.segmentSize());
  }

  boolean hasRoomForTombstone() {
    return SegmentFormat.fits(end, table.count() + 1, geometry.segmentSize());
  }

  /// Takes the room for an entry, of which there is enough, from [#next] on.
  void append(long hash, int length, long expiry) {
    int offset = next();
    table.add(hash, offset, length, expiry);
    end = offset + length;
  }
}
