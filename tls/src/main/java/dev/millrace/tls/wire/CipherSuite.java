package dev.millrace.tls.wire;

import org.jspecify.annotations.Nullable;

/// The cipher suites that are spoken here, in the order in which they are preferred: those of TLS
/// 1.3 (RFC 8446, appendix B.4) and of TLS 1.2 those with ECDHE and an AEAD (RFC 5289, RFC 7905).
public enum CipherSuite {
  TLS_AES_256_GCM_SHA384(0x1302, AeadAlgorithm.AES_256_GCM, HashAlgorithm.SHA384, null),
  TLS_AES_128_GCM_SHA256(0x1301, AeadAlgorithm.AES_128_GCM, HashAlgorithm.SHA256, null),
  TLS_CHACHA20_POLY1305_SHA256(0x1303, AeadAlgorithm.CHACHA20_POLY1305, HashAlgorithm.SHA256, null),

  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384(
      0xC02C, AeadAlgorithm.AES_256_GCM, HashAlgorithm.SHA384, Authentication.ECDSA),
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256(
      0xC02B, AeadAlgorithm.AES_128_GCM, HashAlgorithm.SHA256, Authentication.ECDSA),
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256(
      0xCCA9, AeadAlgorithm.CHACHA20_POLY1305, HashAlgorithm.SHA256, Authentication.ECDSA),
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384(
      0xC030, AeadAlgorithm.AES_256_GCM, HashAlgorithm.SHA384, Authentication.RSA),
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256(
      0xC02F, AeadAlgorithm.AES_128_GCM, HashAlgorithm.SHA256, Authentication.RSA),
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256(
      0xCCA8, AeadAlgorithm.CHACHA20_POLY1305, HashAlgorithm.SHA256, Authentication.RSA);

  private static final CipherSuite[] ALL = values();

  /// How the server signs in TLS 1.2. `ECDSA` covers Ed25519 too (RFC 8422, section 5.10).
  public enum Authentication {
    ECDSA,
    RSA
  }

  /// TLS_EMPTY_RENEGOTIATION_INFO_SCSV (RFC 5746, section 3.3).
  public static final int RENEGOTIATION_SCSV = 0x00FF;

  /// TLS_FALLBACK_SCSV (RFC 7507).
  public static final int FALLBACK_SCSV = 0x5600;

  private final int code;
  private final AeadAlgorithm aead;
  private final HashAlgorithm hash;
  private final @Nullable Authentication authentication;

  CipherSuite(
      int code, AeadAlgorithm aead, HashAlgorithm hash, @Nullable Authentication authentication) {
    this.code = code;
    this.aead = aead;
    this.hash = hash;
    this.authentication = authentication;
  }

  /// The two bytes that stand for it on the wire.
  public int code() {
    return code;
  }

  public AeadAlgorithm aead() {
    return aead;
  }

  public HashAlgorithm hash() {
    return hash;
  }

  /// How the server signs, or null with TLS 1.3, where the suite does not say.
  public @Nullable Authentication authentication() {
    return authentication;
  }

  /// The one version of TLS that it belongs to.
  public ProtocolVersion version() {
    return authentication == null ? ProtocolVersion.TLS_1_3 : ProtocolVersion.TLS_1_2;
  }

  /// The suite of a JSSE name, or null if it is not spoken here.
  public static @Nullable CipherSuite ofName(String name) {
    for (CipherSuite suite : ALL) {
      if (suite.name().equals(name)) {
        return suite;
      }
    }
    return null;
  }

  /// The suite of a code point, or null if it is not spoken here.
  public static @Nullable CipherSuite ofCode(int code) {
    for (CipherSuite suite : ALL) {
      if (suite.code == code) {
        return suite;
      }
    }
    return null;
  }
}
