package dev.millrace.gateway.slice;

import java.io.IOException;
import java.io.OutputStream;

/// A run of bytes of one version of an object, to be read by any number of threads.
public sealed interface Slice permits CopiedSlice, FetchedSlice, StoredSlice {
  int length();

  /// Where it comes from, known once its first byte is there.
  Source source();

  /// Waits until byte `position` is there.
  ///
  /// @throws IOException if it will not come
  void await(int position) throws IOException;

  /// Writes the bytes from `from` up to but without `to`, each as soon as it is there.
  ///
  /// @return the position of the first byte that was not written: `to`, or less if the slice is
  ///   gone; then it is to be opened anew
  /// @throws IOException if the bytes will not come, or `out` does not take them
  int writeTo(OutputStream out, int from, int to) throws IOException;
}
