package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.WireWriter;
import java.nio.charset.StandardCharsets;

/// The functions that the key schedule of TLS 1.3 is made of (RFC 8446, section 7.1), over the hash
/// of one cipher suite.
///
/// Immutable, and safe for use by several threads.
record KeyDerivation(CryptoServices services, HashAlgorithm hash) {
  private static final byte[] EMPTY = {};

  /// HKDF-Extract.
  Secret extract(Secret salt, Secret ikm) {
    return services.hkdfExtract(hash, salt, ikm);
  }

  /// A string of zero bytes, as long as the hash: what the schedule takes where it has no secret.
  Secret zeros() {
    return new Secret(new byte[hash.length()]);
  }

  /// HKDF-Expand-Label.
  ///
  /// @throws IllegalArgumentException if the label has more than 249 bytes, the context more than
  ///   255, or the length is beyond what HKDF can make
  byte[] expandLabel(Secret secret, String label, byte[] context, int length) {
    byte[] info =
        new WireWriter(64)
            .u16(length)
            .opaque8(("tls13 " + label).getBytes(StandardCharsets.UTF_8))
            .opaque8(context)
            .toByteArray();
    return services.hkdfExpand(hash, secret, info, length);
  }

  byte[] expandLabel(Secret secret, String label, int length) {
    return expandLabel(secret, label, EMPTY, length);
  }

  /// Derive-Secret.
  ///
  /// @param transcriptHash of the messages
  Secret deriveSecret(Secret secret, String label, byte[] transcriptHash) {
    return new Secret(expandLabel(secret, label, transcriptHash, hash.length()));
  }

  /// Derive-Secret of no messages.
  Secret deriveSecret(Secret secret, String label) {
    return deriveSecret(secret, label, hashOf(EMPTY));
  }

  byte[] hashOf(byte[] data) {
    return services.digest(hash).digest(data);
  }

  /// What a Finished message or a PSK binder says of a transcript (RFC 8446, section 4.4.4).
  byte[] verifyData(Secret baseKey, byte[] transcriptHash) {
    try (Secret finishedKey = new Secret(expandLabel(baseKey, "finished", hash.length()))) {
      return services.hmac(hash, finishedKey, transcriptHash);
    }
  }
}
