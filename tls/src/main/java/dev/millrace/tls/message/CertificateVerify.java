package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// CertificateVerify (RFC 8446, section 4.4.3; RFC 5246, section 7.4.8).
///
/// @param scheme the code point of a signature scheme, known or not
public record CertificateVerify(int scheme, byte[] signature) implements HandshakeMessage {
  static CertificateVerify parse(WireReader in) throws PeerMisbehaved {
    return new CertificateVerify(in.u16(), in.opaque16());
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE_VERIFY;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(scheme).opaque16(signature);
  }
}
