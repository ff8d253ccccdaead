package dev.millrace.fleet.ticket;

import java.io.IOException;

/// Encrypts what is kept where others may read it, under a key that all nodes of a fleet have from
/// elsewhere.
///
/// Used by any number of threads at once.
public interface Wrapping {
  /// `plain`, encrypted and authenticated. The array is not to be kept: it is filled with zeros
  /// afterwards.
  ///
  /// @throws IOException if it cannot be wrapped; the message says why
  byte[] wrap(byte[] plain) throws IOException;

  /// Gives back what [#wrap] was given, in an array of its own, since that is filled with zeros
  /// afterwards.
  ///
  /// @throws IOException if it was not wrapped under a key of ours, or was changed
  byte[] unwrap(byte[] wrapped) throws IOException;
}
