package dev.millrace.tls.jsse;

import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;

/// The names by which the JCA knows the algorithms of signature schemes.
final class SignatureNames {
  private SignatureNames() {}

  static String of(SignatureScheme scheme) {
    return switch (scheme) {
      case ECDSA_SECP256R1_SHA256 -> "SHA256withECDSA";
      case ECDSA_SECP384R1_SHA384 -> "SHA384withECDSA";
      case ECDSA_SECP521R1_SHA512 -> "SHA512withECDSA";
      case ED25519 -> "Ed25519";
      case RSA_PSS_RSAE_SHA256,
          RSA_PSS_RSAE_SHA384,
          RSA_PSS_RSAE_SHA512,
          RSA_PSS_PSS_SHA256,
          RSA_PSS_PSS_SHA384,
          RSA_PSS_PSS_SHA512 ->
          "RSASSA-PSS";
      case RSA_PKCS1_SHA256 -> "SHA256withRSA";
      case RSA_PKCS1_SHA384 -> "SHA384withRSA";
      case RSA_PKCS1_SHA512 -> "SHA512withRSA";
    };
  }

  /// Each name once, in the order of the schemes.
  static List<String> of(List<SignatureScheme> schemes) {
    return schemes.stream().map(SignatureNames::of).distinct().toList();
  }
}
