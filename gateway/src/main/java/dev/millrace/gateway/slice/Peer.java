package dev.millrace.gateway.slice;

import java.io.IOException;
import java.io.InputStream;

/// Another gateway of the fleet.
///
/// Safe for use by any number of threads.
public interface Peer {
  /// Opens a slice, from byte `from` to its end, as the peer has it or fetches it from the origin.
  ///
  /// @param size the length of every slice but an object's last
  /// @param length of this one
  /// @throws RefusedException if the peer answers, and does not give it
  /// @throws IOException if there is no answer, as the stream does where it stops
  InputStream open(SliceKey key, int size, int length, int from) throws IOException;

  /// Asks whether the peer is there. One that is not counts as not available from then on, until it
  /// answers again.
  boolean answers();

  /// A peer is there and does not give what was asked of it: its origin fails, or it slices objects
  /// otherwise.
  final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
