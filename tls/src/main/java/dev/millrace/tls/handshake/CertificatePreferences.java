package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import java.util.List;

/// The types of certificates that a side shows and takes, the preferred first. With X.509 alone for
/// a direction it says nothing of types there, and answers nothing, as if there was no RFC 7250.
///
/// @param own not empty
/// @param peers not empty
public record CertificatePreferences(List<CertificateType> own, List<CertificateType> peers) {
  public static final CertificatePreferences X509_ONLY =
      new CertificatePreferences(List.of(CertificateType.X509), List.of(CertificateType.X509));

  /// Whether types are negotiated for what this side shows.
  boolean negotiatesOwn() {
    return own.contains(CertificateType.RAW_PUBLIC_KEY);
  }

  /// Whether types are negotiated for what the peer shows.
  boolean negotiatesPeers() {
    return peers.contains(CertificateType.RAW_PUBLIC_KEY);
  }
}
