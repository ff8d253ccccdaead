package dev.millrace.seal;

import java.io.IOException;

/// Wraps the keys that data is sealed with: a key management service, or a [Keyring].
///
/// A [Sealer] has one key wrapped in its life, and an [Opener] has each wrapped key that it meets
/// unwrapped once, as long as it remembers, or once by each of the threads that meet it at the same
/// time; so a service that takes a network call is asked rarely. To rotate is to wrap under another
/// key from now on and still to unwrap what the old one wrapped.
public interface KeyService {
  /// Wraps `key`, of 32 bytes, under the key that is in use now. The array is not to be kept: it is
  /// filled with zeros afterwards.
  ///
  /// @throws IOException if the service cannot be reached or refuses
  WrappedKey wrap(byte[] key) throws IOException;

  /// Gives back what [#wrap] was given, in an array of its own, since that is filled with zeros
  /// afterwards.
  ///
  /// @throws SealException for a key that this service does not know ([SealException.Reason
  ///   #UNKNOWN_KEY]) or that did not wrap this ([SealException.Reason#WRONG_KEY]), by name
  /// @throws IOException if the service cannot be reached or refuses
  byte[] unwrap(WrappedKey wrapped) throws IOException;
}
