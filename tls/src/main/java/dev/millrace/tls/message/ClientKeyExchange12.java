package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// ClientKeyExchange of TLS 1.2 with ECDHE (RFC 8422, section 5.7).
///
/// @param publicValue not empty
public record ClientKeyExchange12(byte[] publicValue) implements HandshakeMessage {
  static ClientKeyExchange12 parse(WireReader in) throws PeerMisbehaved {
    byte[] publicValue = in.opaque8();
    in.expect(publicValue.length > 0);
    return new ClientKeyExchange12(publicValue);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CLIENT_KEY_EXCHANGE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(publicValue);
  }
}
