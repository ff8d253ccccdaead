package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;

/// The pre-shared key that goes with one ticket (RFC 8446, section 4.6.1).
public final class ResumptionPsk {
  private static final Label RESUMPTION = Label.of("resumption");

  private ResumptionPsk() {}

  /// The key that goes with a ticket.
  ///
  /// @param resumption from [MasterSecret#resumption]; stays the caller's, as it serves all tickets
  ///   of its connection
  /// @param ticketNonce 255 bytes at most
  public static Secret of(
      CryptoServices services, HashAlgorithm hash, Secret resumption, byte[] ticketNonce) {
    KeyDerivation derivation = new KeyDerivation(services, hash);
    return new Secret(derivation.expandLabel(resumption, RESUMPTION, ticketNonce, hash.length()));
  }
}
