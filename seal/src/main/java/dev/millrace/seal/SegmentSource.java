package dev.millrace.seal;

import java.io.IOException;

/// The segments of a container in their order, decrypted. For one thread.
interface SegmentSource {
  /// Bytes of the next segment's plaintext, or -1 after the last segment.
  ///
  /// @throws dev.millrace.seal.SealException if it is missing
  int size() throws IOException;

  /// Decrypts the next segment into an array that has room for [#size] bytes at `at`, which must
  /// have been asked for.
  ///
  /// @throws dev.millrace.seal.SealException if it is not authentic
  void next(byte[] into, int at) throws IOException;
}
