package dev.millrace.store.memory;

import java.lang.foreign.MemorySegment;

/// A value of the tier, read in place.
///
/// As long as it is open, its bytes stay what they are: the segment that they lie in is not given
/// to other entries, even if the entry is replaced, removed or evicted. So it should be closed
/// soon; a value that is never closed takes its segment out of use.
public final class Value extends View {
  private final Pins pins;
  private final int segment;
  private final int part;

  /// @param part the part of the segment's count that the reader counted itself in
  Value(MemorySegment memory, long start, long size, Pins pins, int segment, int part) {
    super(memory, start, size);
    this.pins = pins;
    this.segment = segment;
    this.part = part;
  }

  @Override
  public void close() {
    if (end()) {
      pins.unpin(segment, part);
    }
  }
}
