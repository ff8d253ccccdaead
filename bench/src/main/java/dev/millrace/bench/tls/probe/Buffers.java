package dev.millrace.bench.tls.probe;

import java.nio.ByteBuffer;
import java.util.Locale;

/// Where records and their payload lie.
public enum Buffers {
  HEAP,
  DIRECT;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  ByteBuffer allocate(int size) {
    return this == HEAP ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
  }
}
