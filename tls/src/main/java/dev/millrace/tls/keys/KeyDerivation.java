package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Hmac;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;

/// The functions that the key schedule of TLS 1.3 is made of (RFC 8446, section 7.1), over the hash
/// of one cipher suite.
///
/// HKDF (RFC 5869) is spelled out here over the JCA's HMAC: the JCA's own KDF takes it from
/// whatever provider comes first, and makes two objects and a copy of everything for each of the
/// thirty secrets of a handshake.
///
/// Immutable, and safe for use by several threads.
record KeyDerivation(CryptoServices services, HashAlgorithm hash) {
  private static final byte[] EMPTY = {};
  private static final Label FINISHED = Label.of("finished");
  private static final int MAX_BLOCKS = 255;

  /// HKDF-Extract.
  Secret extract(Secret salt, Secret ikm) {
    try (Hmac hmac = services.hmac(hash, salt)) {
      return new Secret(hmac.update(ikm).doFinal());
    }
  }

  /// A string of zero bytes, as long as the hash: what the schedule takes where it has no secret.
  Secret zeros() {
    return new Secret(new byte[hash.length()]);
  }

  /// HKDF-Expand-Label.
  ///
  /// @throws IllegalArgumentException if the context has more than 255 bytes, or the length is
  ///   beyond what HKDF can make
  byte[] expandLabel(Secret secret, Label label, byte[] context, int length) {
    if (context.length > 255 || length < 1 || length > MAX_BLOCKS * hash.length()) {
      throw new IllegalArgumentException(
          "HKDF cannot make %d bytes of a context of %d".formatted(length, context.length));
    }
    byte[] output = new byte[length];
    try (Hmac hmac = services.hmac(hash, secret)) {
      int done = 0;
      for (int block = 1; done < length; block++) {
        if (block > 1) {
          hmac.update(output, done - hash.length(), hash.length());
        }
        hmac.update(length >>> 8).update(length).update(label.encoded());
        hmac.update(context.length).update(context).update(block);
        done += hmac.doFinal(output, done, length - done);
      }
    }
    return output;
  }

  byte[] expandLabel(Secret secret, Label label, int length) {
    return expandLabel(secret, label, EMPTY, length);
  }

  /// Derive-Secret.
  ///
  /// @param transcriptHash of the messages
  Secret deriveSecret(Secret secret, Label label, byte[] transcriptHash) {
    return new Secret(expandLabel(secret, label, transcriptHash, hash.length()));
  }

  /// Derive-Secret of no messages.
  Secret deriveSecret(Secret secret, Label label) {
    return deriveSecret(secret, label, services.hashOfNothing(hash));
  }

  byte[] hashOf(byte[] data) {
    return services.digest(hash).digest(data);
  }

  /// What a Finished message or a PSK binder says of a transcript (RFC 8446, section 4.4.4).
  byte[] verifyData(Secret baseKey, byte[] transcriptHash) {
    try (Secret finishedKey = new Secret(expandLabel(baseKey, FINISHED, hash.length()));
        Hmac hmac = services.hmac(hash, finishedKey)) {
      return hmac.update(transcriptHash).doFinal();
    }
  }
}
