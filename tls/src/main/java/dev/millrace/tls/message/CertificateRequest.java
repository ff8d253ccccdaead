package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// CertificateRequest of TLS 1.3 (RFC 8446, section 4.3.2).
///
/// @param context empty within the handshake
public record CertificateRequest(byte[] context, Extensions extensions)
    implements HandshakeMessage {
  static CertificateRequest parse(WireReader in) throws PeerMisbehaved {
    return new CertificateRequest(
        in.opaque8(), Extensions.parse(in, ExtensionPlace.CERTIFICATE_REQUEST));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE_REQUEST;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(context);
    extensions.write(out);
  }
}
