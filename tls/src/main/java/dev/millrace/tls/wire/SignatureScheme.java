package dev.millrace.tls.wire;

import org.jspecify.annotations.Nullable;

/// The signature schemes that are spoken here, in the order in which they are preferred (RFC 8446,
/// section 4.2.3). SHA-1 is not among them.
///
/// The PKCS #1 schemes may sign handshakes in TLS 1.2 only; in TLS 1.3 they stand for what is
/// accepted inside certificates.
public enum SignatureScheme {
  ECDSA_SECP256R1_SHA256(0x0403, "ecdsa_secp256r1_sha256", "EC", "SHA256withECDSA"),
  ED25519(0x0807, "ed25519", "EdDSA", "Ed25519"),
  RSA_PSS_RSAE_SHA256(0x0804, "rsa_pss_rsae_sha256", "RSA", "RSASSA-PSS"),
  RSA_PSS_PSS_SHA256(0x0809, "rsa_pss_pss_sha256", "RSASSA-PSS", "RSASSA-PSS"),
  ECDSA_SECP384R1_SHA384(0x0503, "ecdsa_secp384r1_sha384", "EC", "SHA384withECDSA"),
  RSA_PSS_RSAE_SHA384(0x0805, "rsa_pss_rsae_sha384", "RSA", "RSASSA-PSS"),
  RSA_PSS_PSS_SHA384(0x080A, "rsa_pss_pss_sha384", "RSASSA-PSS", "RSASSA-PSS"),
  ECDSA_SECP521R1_SHA512(0x0603, "ecdsa_secp521r1_sha512", "EC", "SHA512withECDSA"),
  RSA_PSS_RSAE_SHA512(0x0806, "rsa_pss_rsae_sha512", "RSA", "RSASSA-PSS"),
  RSA_PSS_PSS_SHA512(0x080B, "rsa_pss_pss_sha512", "RSASSA-PSS", "RSASSA-PSS"),
  RSA_PKCS1_SHA256(0x0401, "rsa_pkcs1_sha256", "RSA", "SHA256withRSA"),
  RSA_PKCS1_SHA384(0x0501, "rsa_pkcs1_sha384", "RSA", "SHA384withRSA"),
  RSA_PKCS1_SHA512(0x0601, "rsa_pkcs1_sha512", "RSA", "SHA512withRSA");

  private static final SignatureScheme[] ALL = values();

  private final int code;
  private final String wireName;
  private final String keyAlgorithm;
  private final String algorithm;

  SignatureScheme(int code, String wireName, String keyAlgorithm, String algorithm) {
    this.code = code;
    this.wireName = wireName;
    this.keyAlgorithm = keyAlgorithm;
    this.algorithm = algorithm;
  }

  /// The two bytes that stand for it on the wire.
  public int code() {
    return code;
  }

  /// The name in the registry of IANA, which JSSE uses too.
  public String wireName() {
    return wireName;
  }

  /// The algorithm of the keys that sign with it, as [java.security.Key#getAlgorithm] says it:
  /// `EC`, `RSA`, `RSASSA-PSS` or `EdDSA`.
  public String keyAlgorithm() {
    return keyAlgorithm;
  }

  /// The algorithm of its signatures, by the name that the JCA has for [java.security.Signature].
  public String algorithm() {
    return algorithm;
  }

  /// Whether it may sign a handshake of TLS 1.3.
  ///
  /// RFC 8446, section 4.2.3: "RSASSA-PKCS1-v1_5 algorithms: ... These values refer solely to
  /// signatures which appear in certificates ... and are not defined for use in signed TLS
  /// handshake messages".
  public boolean signsTls13Handshakes() {
    return switch (this) {
      case RSA_PKCS1_SHA256, RSA_PKCS1_SHA384, RSA_PKCS1_SHA512 -> false;
      default -> true;
    };
  }

  /// How the suites of TLS 1.2 call its keys.
  public CipherSuite.Authentication authentication12() {
    return switch (keyAlgorithm) {
      case "EC", "EdDSA" -> CipherSuite.Authentication.ECDSA;
      default -> CipherSuite.Authentication.RSA;
    };
  }

  /// The scheme of a code point, or null if it is not spoken here.
  public static @Nullable SignatureScheme ofCode(int code) {
    for (SignatureScheme scheme : ALL) {
      if (scheme.code == code) {
        return scheme;
      }
    }
    return null;
  }

  /// The scheme of a JSSE name, in any case, or null if it is not spoken here.
  public static @Nullable SignatureScheme ofName(String name) {
    for (SignatureScheme scheme : ALL) {
      if (scheme.wireName.equalsIgnoreCase(name)) {
        return scheme;
      }
    }
    return null;
  }
}
