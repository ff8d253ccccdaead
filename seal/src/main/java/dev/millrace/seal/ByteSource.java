package dev.millrace.seal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Bytes that can be read anywhere: a file, memory, or what answers ranged requests.
public interface ByteSource {
  /// How many bytes there are; asked once.
  long size() throws IOException;

  /// Fills `into` with the bytes from `position` on, all of them.
  ///
  /// @throws java.io.EOFException if there are fewer
  void read(long position, ByteBuffer into) throws IOException;

  /// A file. The channel stays the caller's to close.
  static ByteSource of(FileChannel file) {
    return new ByteSources.OfFile(file);
  }

  /// Memory on the heap or off it, which must stay as it is meanwhile.
  static ByteSource of(MemorySegment memory) {
    return new ByteSources.OfMemory(memory);
  }
}
