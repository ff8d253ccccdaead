package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// Certificate of TLS 1.2 (RFC 5246, section 7.4.2; RFC 7250, section 3). What it holds depends on
/// the type of certificate that was agreed on, and nothing in it tells.
///
/// @param content with X.509 the certificates, each with its length before it; otherwise a
///   SubjectPublicKeyInfo. Empty where a client has none
public record CertificateMessage12(byte[] content) implements HandshakeMessage {
  /// The message of some certificates.
  ///
  /// @param certificates DER, the end entity's first
  public static CertificateMessage12 of(List<byte[]> certificates) {
    WireWriter out = new WireWriter();
    certificates.forEach(out::opaque24);
    return new CertificateMessage12(out.toByteArray());
  }

  static CertificateMessage12 parse(WireReader in) throws PeerMisbehaved {
    return new CertificateMessage12(in.opaque24());
  }

  /// The certificates in DER, the end entity's first, where X.509 was agreed on.
  public List<byte[]> certificates() throws PeerMisbehaved {
    WireReader list = new WireReader(content);
    List<byte[]> certificates = new ArrayList<>();
    while (list.hasRemaining()) {
      byte[] certificate = list.opaque24();
      list.expect(certificate.length > 0);
      certificates.add(certificate);
    }
    return List.copyOf(certificates);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque24(content);
  }
}
