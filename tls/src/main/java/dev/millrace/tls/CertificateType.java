package dev.millrace.tls;

import org.jspecify.annotations.Nullable;

/// What a side can prove by who it is (RFC 7250, section 3).
public enum CertificateType {
  /// A chain of certificates, which a trust manager decides about: what TLS has unless both sides
  /// agree on something else.
  X509(0),

  /// A public key and nothing else, which a [RawPublicKeyTrust] decides about.
  RAW_PUBLIC_KEY(2);

  private static final CertificateType[] ALL = values();

  private final int code;

  CertificateType(int code) {
    this.code = code;
  }

  /// Its number in the registry of IANA.
  public int code() {
    return code;
  }

  /// The type of a number, or null if it is not known here.
  public static @Nullable CertificateType ofCode(int code) {
    for (CertificateType type : ALL) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
