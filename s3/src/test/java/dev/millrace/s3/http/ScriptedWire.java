package dev.millrace.s3.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// A connection in memory: what comes in is given beforehand, in the pieces in which it is read.
final class ScriptedWire implements Wire {
  private final Deque<ByteBuffer> pieces = new ArrayDeque<>();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  ScriptedWire(List<byte[]> pieces) {
    for (byte[] piece : pieces) {
      if (piece.length > 0) {
        this.pieces.add(ByteBuffer.wrap(piece));
      }
    }
  }

  /// What was sent.
  byte[] written() {
    return written.toByteArray();
  }

  @Override
  public int read(ByteBuffer into) {
    ByteBuffer piece = pieces.peek();
    if (piece == null) {
      return -1;
    }
    int count = Math.min(piece.remaining(), into.remaining());
    into.put(piece.slice(piece.position(), count));
    piece.position(piece.position() + count);
    if (!piece.hasRemaining()) {
      pieces.remove();
    }
    return count;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    written.write(bytes);
  }

  @Override
  public boolean awaitInput(Duration time) {
    return true;
  }

  @Override
  public int readPresent(ByteBuffer into) {
    return read(into);
  }

  @Override
  public void limitReads(Duration silence) {}

  @Override
  public boolean hasEndedCleanly() {
    return true;
  }

  @Override
  public void setAtWork(boolean atWork) {}

  @Override
  public boolean isReusable() {
    return true;
  }

  @Override
  public void close(ByteBuffer last) {}

  @Override
  public void abort() {}
}
