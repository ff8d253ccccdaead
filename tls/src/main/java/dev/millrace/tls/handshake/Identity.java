package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who a side shows to be: what is in its Certificate message. That it is so, only its signature
/// proves.
public sealed interface Identity {
  CertificateType type();

  /// With which it signs.
  PublicKey key();

  /// The certificates, the end entity's first; empty if there are none in it.
  List<X509Certificate> certificates();

  /// SHA-256 of the end entity's certificate, or of the raw key. Not to be changed.
  byte[] fingerprint();

  /// A chain of certificates. Equal to another of the same certificates.
  final class Certified implements Identity {
    private final List<X509Certificate> certificates;
    private volatile byte @Nullable [] fingerprint;

    /// @param certificates not empty
    public Certified(List<X509Certificate> certificates) {
      this.certificates = List.copyOf(certificates);
    }

    @Override
    public CertificateType type() {
      return CertificateType.X509;
    }

    @Override
    public PublicKey key() {
      return leaf().getPublicKey();
    }

    @Override
    public List<X509Certificate> certificates() {
      return certificates;
    }

    /// The end entity's certificate.
    public X509Certificate leaf() {
      return certificates.getFirst();
    }

    @Override
    public byte[] fingerprint() {
      byte[] there = fingerprint;
      if (there == null) {
        try {
          there = sha256(leaf().getEncoded());
        } catch (CertificateEncodingException e) {
          throw new IllegalStateException("a certificate of a session has no encoding", e);
        }
        fingerprint = there;
      }
      return there;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Certified that && certificates.equals(that.certificates);
    }

    @Override
    public int hashCode() {
      return certificates.hashCode();
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

    @Override
    public byte[] fingerprint() {
      return sha256(key.getEncoded());
    }
  }

  private static byte[] sha256(byte[] der) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(der);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
