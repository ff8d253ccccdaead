package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// Who a side shows to be: what is in its Certificate message. That it is so, only its signature
/// proves.
public sealed interface Identity {
  CertificateType type();

  /// With which it signs.
  PublicKey key();

  /// The certificates, the end entity's first; empty if there are none in it.
  List<X509Certificate> certificates();

  /// A chain of certificates.
  ///
  /// @param certificates not empty
  record Certified(List<X509Certificate> certificates) implements Identity {
    @Override
    public CertificateType type() {
      return CertificateType.X509;
    }

    @Override
    public PublicKey key() {
      return leaf().getPublicKey();
    }

    /// The end entity's certificate.
    public X509Certificate leaf() {
      return certificates.getFirst();
    }
  }

  /// A key and nothing else (RFC 7250): whose it is, the other side has to know.
  record RawKey(PublicKey key) implements Identity {
    @Override
    public CertificateType type() {
      return CertificateType.RAW_PUBLIC_KEY;
    }

    @Override
    public List<X509Certificate> certificates() {
      return List.of();
    }
  }
}
