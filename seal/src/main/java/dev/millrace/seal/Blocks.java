package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// What a container holds, block by block. For one thread.
sealed interface Blocks permits CompressedBlocks, StoredBlocks {
  /// Goes to the next block.
  ///
  /// @return how many bytes it has, or -1 after the last; then the container is known to be whole
  /// @throws dev.millrace.seal.SealException if what comes is not a block
  int next() throws IOException;

  /// Puts the block's bytes into `to`, which has exactly their size, once.
  ///
  /// @throws dev.millrace.seal.SealException if it is not authentic, or does not decompress
  void read(MemorySegment to) throws IOException;
}
