package dev.millrace.tls.handshake;

import dev.millrace.tls.wire.CipherSuite;
import java.security.PublicKey;
import org.jspecify.annotations.Nullable;

/// Which keys go with which suites of TLS 1.2.
final class CertificateKeys {
  private CertificateKeys() {}

  /// @param authentication of a suite, null for one of TLS 1.3, which any key goes with
  static boolean go(PublicKey key, CipherSuite.@Nullable Authentication authentication) {
    if (authentication == null) {
      return true;
    }
    return switch (key.getAlgorithm()) {
      case "EC", "EdDSA", "Ed25519" -> authentication == CipherSuite.Authentication.ECDSA;
      case "RSA", "RSASSA-PSS" -> authentication == CipherSuite.Authentication.RSA;
      default -> false;
    };
  }
}
