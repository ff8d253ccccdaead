package dev.millrace.gateway.slice;

import dev.millrace.store.TieredStore;
import dev.millrace.store.memory.Value;
import dev.millrace.tls.pool.Pool;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A slice in memory, as of when it was looked up. It may be evicted any time.
///
/// Its bytes are copied out piece by piece, and it is not held while the client takes them: however
/// slow that is, it keeps no memory of the store.
record StoredSlice(TieredStore store, byte[] key, int length) implements Slice {
  private static final int PIECE = 64 * 1024;

  /// What pieces are copied into. Fresh arrays would be a stream through the processor's caches, as
  /// large as what is served; these are few, and stay there. No bytes are left in them.
  private static final Pool<byte[]> PIECES = new Pool<>(256, () -> new byte[PIECE]);

  @Override
  public Source source() {
    return Source.MEMORY;
  }

  @Override
  public void await(int position) {}

  @Override
  public int writeTo(OutputStream out, int from, int to) throws IOException {
    byte[] piece = PIECES.take();
    try {
      return writeTo(out, from, to, piece);
    } finally {
      Arrays.fill(piece, 0, Math.min(PIECE, to - from), (byte) 0);
      PIECES.give(piece);
    }
  }

  private int writeTo(OutputStream out, int from, int to, byte[] piece) throws IOException {
    int position = from;
    while (position < to) {
      int count = Math.min(PIECE, to - position);
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
