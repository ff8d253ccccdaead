package dev.millrace.s3.http;

import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/// The end that any thread may put to an exchange, whatever that is waiting for on the network.
final class Abortion {
  private @Nullable Wire wire;
  private boolean aborted;

  /// The exchange goes on over `wire`.
  ///
  /// @throws InterruptedIOException if there is nothing to go on with
  synchronized void concerns(Wire wire) throws InterruptedIOException {
    if (aborted) {
      throw new InterruptedIOException("aborted");
    }
    this.wire = wire;
  }

  /// The exchange has nothing to do with its connection any more.
  ///
  /// @return whether that connection was spared
  synchronized boolean concernsNothing() {
    wire = null;
    return !aborted;
  }

  synchronized boolean isAborted() {
    return aborted;
  }

  synchronized void abort() {
    aborted = true;
    if (wire != null) {
      wire.abort();
    }
  }
}
