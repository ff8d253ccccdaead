package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Hmac;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;

/// The pseudorandom function of TLS 1.2 (RFC 5246, section 5).
public final class Prf12 {
  private Prf12() {}

  /// PRF(secret, label, seed), of which the first bytes are taken.
  ///
  /// @param hash the cipher suite's
  /// @param secret stays the caller's
  /// @param length how many bytes are taken, at least 1
  public static byte[] expand(
      CryptoServices services,
      HashAlgorithm hash,
      Secret secret,
      byte[] label,
      byte[] seed,
      int length) {
    byte[] output = new byte[length];
    byte[] a = new byte[hash.length()];
    try (Hmac hmac = services.hmac(hash, secret)) {
      int done = 0;
      while (done < length) {
        if (done == 0) {
          hmac.update(label).update(seed);
        } else {
          hmac.update(a);
        }
        hmac.doFinal(a, 0, a.length);
        done += hmac.update(a).update(label).update(seed).doFinal(output, done, length - done);
      }
    }
    return output;
  }
}
