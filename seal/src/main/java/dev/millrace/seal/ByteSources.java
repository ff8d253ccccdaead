package dev.millrace.seal;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// The sources that come with the module.
final class ByteSources {
  private ByteSources() {}

  record OfFile(FileChannel file) implements ByteSource {
    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void read(long position, ByteBuffer into) throws IOException {
      while (into.hasRemaining()) {
        int read = file.read(into, position);
        if (read < 0) {
          throw new EOFException("the file ends at " + position);
        }
        position += read;
      }
    }
  }

  record OfMemory(MemorySegment memory) implements ByteSource {
    @Override
    public long size() {
      return memory.byteSize();
    }

    @Override
    public void read(long position, ByteBuffer into) throws IOException {
      if (position + into.remaining() > memory.byteSize()) {
        throw new EOFException("there are " + memory.byteSize() + " bytes");
      }
      int length = into.remaining();
      MemorySegment.ofBuffer(into).copyFrom(memory.asSlice(position, length));
      into.position(into.limit());
    }
  }
}
