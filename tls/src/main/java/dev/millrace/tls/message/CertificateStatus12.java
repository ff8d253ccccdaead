package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// CertificateStatus of TLS 1.2 (RFC 6066, section 8).
///
/// @param response an OCSP response in DER, not empty
public record CertificateStatus12(byte[] response) implements HandshakeMessage {
  private static final int OCSP = 1;

  static CertificateStatus12 parse(WireReader in) throws PeerMisbehaved {
    in.expect(in.u8() == OCSP);
    byte[] response = in.opaque24();
    in.expect(response.length > 0);
    return new CertificateStatus12(response);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE_STATUS;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u8(OCSP).opaque24(response);
  }
}
