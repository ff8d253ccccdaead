package dev.millrace.gateway.slice;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Another gateway of the fleet.
///
/// Safe for use by any number of threads.
public interface Peer {
  /// What it is called.
  String name();

  /// Opens a slice, from byte `from` to its end, as the peer has it or fetches it from the origin.
  ///
  /// @param size the length of every slice but an object's last
  /// @param length of this one
  /// @throws RefusedException if the peer answers, and does not give it
  /// @throws IOException if there is no answer, as the stream does where it stops
  InputStream open(SliceKey key, int size, int length, int from) throws IOException;

  /// Whether the peer may be asked again, which it is asked unless that is known. One that does not
  /// answer counts as not available from then on, until it answers again.
  boolean answers();

  /// A peer is there and does not give what was asked of it: its origin fails, it slices objects
  /// otherwise, or it is asked for too much already.
  final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
