package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;

/// What a certificate says that its key is for (RFC 5280, section 4.2.1.3).
final class KeyUsage {
  private static final int DIGITAL_SIGNATURE = 0;

  private KeyUsage() {}

  /// Refuses a key that signs a handshake although its certificate says that it is not for signing.
  static void requireDigitalSignature(Identity signer) throws PeerMisbehaved {
    boolean[] usage =
        switch (signer) {
          case Identity.Certified certified -> certified.leaf().getKeyUsage();
          case Identity.RawKey _ -> null;
        };
    // RFC 8446, section 4.4.2.2: "The certificate MUST allow the key to be used for signing (i.e.,
    // the digitalSignature bit MUST be set if the Key Usage extension is present)"
    if (usage != null && !usage[DIGITAL_SIGNATURE]) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_KEY_USAGE);
    }
  }
}
