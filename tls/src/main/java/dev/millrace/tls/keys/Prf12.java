package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Mac;

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
      String label,
      byte[] seed,
      int length) {
    byte[] name = label.getBytes(StandardCharsets.UTF_8);
    Mac mac = services.mac(hash, secret);
    mac.update(name);
    byte[] a = mac.doFinal(seed);
    byte[] output = new byte[length];
    for (int start = 0; start < length; start += hash.length()) {
      if (start > 0) {
        a = mac.doFinal(a);
      }
      mac.update(a);
      mac.update(name);
      byte[] block = mac.doFinal(seed);
      System.arraycopy(block, 0, output, start, Math.min(block.length, length - start));
      Arrays.fill(block, (byte) 0);
    }
    return output;
  }
}
