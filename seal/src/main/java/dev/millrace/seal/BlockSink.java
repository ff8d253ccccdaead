package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Takes what a container is to hold, block by block. For one thread.
sealed interface BlockSink permits BlockWriter, SegmentWriter {
  /// Adds a block: of the block size, except for the last.
  void write(MemorySegment block) throws IOException;

  /// Ends the container.
  ///
  /// @return how many bytes it has with its header
  long finish() throws IOException;
}
