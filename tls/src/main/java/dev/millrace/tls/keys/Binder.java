package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;

/// The proof, in a ClientHello, that its sender has a pre-shared key (RFC 8446, section 4.2.11.2).
public final class Binder {
  private Binder() {}

  /// The binder of one pre-shared key.
  ///
  /// RFC 8446, section 4.2.11.2: "The PskBinderEntry is computed in the same way as the Finished
  /// message (Section 4.4.4) but with the BaseKey being the binder_key"
  ///
  /// @param binderKey from [EarlySecret#binderKey]; stays the caller's
  /// @param truncatedTranscriptHash of all messages up to the binders, which are left out
  public static byte[] of(
      CryptoServices services,
      HashAlgorithm hash,
      Secret binderKey,
      byte[] truncatedTranscriptHash) {
    return new KeyDerivation(services, hash).verifyData(binderKey, truncatedTranscriptHash);
  }
}
