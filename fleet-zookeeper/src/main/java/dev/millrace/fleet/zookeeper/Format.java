package dev.millrace.fleet.zookeeper;

import java.io.IOException;

/// How values of one kind are stored, and which of two is the newer.
interface Format<T> {
  /// What is stored of a value.
  ///
  /// @throws IOException if it cannot be stored; the message says why
  byte[] encode(T value) throws IOException;

  /// Reads what [#encode] gave.
  ///
  /// @throws IOException if these bytes are no such value; the message says why
  T decode(byte[] stored) throws IOException;

  /// The larger, the newer.
  long version(T value);
}
