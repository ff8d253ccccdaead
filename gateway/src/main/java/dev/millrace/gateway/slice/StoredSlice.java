package dev.millrace.gateway.slice;

import dev.millrace.store.TieredStore;
import dev.millrace.store.memory.Value;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// A slice in memory, as of when it was looked up. It may be evicted any time.
///
/// Its bytes are copied out piece by piece, and it is not held while the client takes them: however
/// slow that is, it keeps no memory of the store.
record StoredSlice(TieredStore store, byte[] key, int length) implements Slice {
  private static final int PIECE = 64 * 1024;

  @Override
  public Source source() {
    return Source.MEMORY;
  }

  @Override
  public void await(int position) {}

  @Override
  public int writeTo(OutputStream out, int from, int to) throws IOException {
    byte[] piece = new byte[Math.min(PIECE, to - from)];
    int position = from;
    while (position < to) {
      int count = Math.min(piece.length, to - position);
      if (!read(position, piece, count)) {
        return position;
      }
      out.write(piece, 0, count);
      position += count;
    }
    return to;
  }

  private boolean read(int position, byte[] piece, int count) {
    try (@Nullable Value value = store.peekInMemory(key)) {
      if (value == null) {
        return false;
      }
      value.copyTo(position, piece, 0, count);
      return true;
    }
  }
}
