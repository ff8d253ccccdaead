package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// CompressedCertificate (RFC 8879, section 4).
///
/// @param uncompressedLength bytes that the Certificate has without type and length
/// @param compressed not empty
public record CompressedCertificate(int algorithm, int uncompressedLength, byte[] compressed)
    implements HandshakeMessage {
  static CompressedCertificate parse(WireReader in) throws PeerMisbehaved {
    int algorithm = in.u16();
    int uncompressedLength = in.u24();
    byte[] compressed = in.opaque24();
    in.expect(compressed.length > 0);
    return new CompressedCertificate(algorithm, uncompressedLength, compressed);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.COMPRESSED_CERTIFICATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(algorithm).u24(uncompressedLength).opaque24(compressed);
  }
}
