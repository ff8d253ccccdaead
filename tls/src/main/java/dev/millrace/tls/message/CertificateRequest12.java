package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// CertificateRequest of TLS 1.2 (RFC 5246, section 7.4.4; RFC 8422, section 5.5).
///
/// @param certificateTypes not empty
/// @param schemes not empty
/// @param authorities distinguished names in DER; may be empty
public record CertificateRequest12(
    byte[] certificateTypes, CodePoints schemes, List<byte[]> authorities)
    implements HandshakeMessage {
  /// rsa_sign
  public static final byte RSA_SIGN = 1;

  /// ecdsa_sign, which stands for Ed25519 too
  public static final byte ECDSA_SIGN = 64;

  static CertificateRequest12 parse(WireReader in) throws PeerMisbehaved {
    byte[] certificateTypes = in.opaque8();
    in.expect(certificateTypes.length > 0);
    CodePoints schemes = CodePoints.parse(in.vector16());
    WireReader list = in.vector16();
    List<byte[]> authorities = new ArrayList<>();
    while (list.hasRemaining()) {
      byte[] name = list.opaque16();
      list.expect(name.length > 0);
      authorities.add(name);
    }
    return new CertificateRequest12(certificateTypes, schemes, List.copyOf(authorities));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE_REQUEST;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(certificateTypes);
    out.vector16(() -> schemes.write(out));
    out.vector16(() -> authorities.forEach(out::opaque16));
  }
}
