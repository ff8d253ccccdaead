package dev.millrace.gateway.slice;

import java.io.IOException;
import java.io.OutputStream;

/// A slice that its reader has for itself, on the Java heap. It cannot be evicted.
record CopiedSlice(byte[] bytes) implements Slice {
  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public Source source() {
    return Source.MEMORY;
  }

  @Override
  public void await(int position) {}

  @Override
  public int writeTo(OutputStream out, int from, int to) throws IOException {
    out.write(bytes, from, to - from);
    return to;
  }
}
