package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// Certificate of TLS 1.2 (RFC 5246, section 7.4.2).
///
/// @param certificates DER, the end entity's first; empty where a client has none
public record CertificateMessage12(List<byte[]> certificates) implements HandshakeMessage {
  static CertificateMessage12 parse(WireReader in) throws PeerMisbehaved {
    WireReader list = in.vector24();
    List<byte[]> certificates = new ArrayList<>();
    while (list.hasRemaining()) {
      byte[] certificate = list.opaque24();
      list.expect(certificate.length > 0);
      certificates.add(certificate);
    }
    return new CertificateMessage12(List.copyOf(certificates));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.vector24(() -> certificates.forEach(out::opaque24));
  }
}
