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
    try (Hmac keyed = services.hmac(hash, secret)) {
      return expandLabel(keyed, label, context, length);
    }
  }

  /// The same, with an HMAC that has the secret for its key.
  byte[] expandLabel(Hmac keyed, Label label, byte[] context, int length) {
    if (context.length > 255 || length < 1 || length > MAX_BLOCKS * hash.length()) {
      throw new IllegalArgumentException(
          "HKDF cannot make %d bytes of a context of %d".formatted(length, context.length));
    }
    byte[] output = new byte[length];
    int done = 0;
    for (int block = 1; done < length; block++) {
      if (block > 1) {
        keyed.update(output, done - hash.length(), hash.length());
      }
      keyed.update(length >>> 8).update(length).update(label.encoded());
      keyed.update(context.length).update(context).update(block);
      done += keyed.doFinal(output, done, length - done);
    }
    return output;
  }

  byte[] expandLabel(Hmac keyed, Label label, int length) {
    return expandLabel(keyed, label, EMPTY, length);
  }

  /// Derive-Secret.
  ///
  /// @param transcriptHash of the messages
  Secret deriveSecret(Secret secret, Label label, byte[] transcriptHash) {
    return new Secret(expandLabel(secret, label, transcriptHash, hash.length()));
  }

  /// The hash of no messages; not a copy, not to be changed.
  byte[] hashOfNothing() {
    return services.hashOfNothing(hash);
  }

  byte[] hashOf(byte[] data) {
    return services.digest(hash).digest(data);
  }

  /// What a Finished message or a PSK binder says of a transcript (RFC 8446, section 4.4.4).
  byte[] verifyData(Secret baseKey, byte[] transcriptHash) {
    try (Hmac hmac = services.hmac(hash, baseKey);
        Secret finishedKey = new Secret(expandLabel(hmac, FINISHED, hash.length()))) {
      return hmac.with(finishedKey).update(transcriptHash).doFinal();
    }
  }
}
