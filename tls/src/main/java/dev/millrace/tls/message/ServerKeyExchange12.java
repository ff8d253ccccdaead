package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// ServerKeyExchange of TLS 1.2 with ECDHE (RFC 8422, section 5.4).
///
/// @param group the code point of a named curve, known or not
/// @param scheme the code point of a signature scheme, known or not
public record ServerKeyExchange12(int group, byte[] publicValue, int scheme, byte[] signature)
    implements HandshakeMessage {
  private static final int NAMED_CURVE = 3;

  static ServerKeyExchange12 parse(WireReader in) throws PeerMisbehaved {
    in.expect(in.u8() == NAMED_CURVE);
    int group = in.u16();
    byte[] publicValue = in.opaque8();
    in.expect(publicValue.length > 0);
    return new ServerKeyExchange12(group, publicValue, in.u16(), in.opaque16());
  }

  /// The ServerECDHParams, which the server signs together with both randoms.
  public static byte[] parameters(int group, byte[] publicValue) {
    return new WireWriter().u8(NAMED_CURVE).u16(group).opaque8(publicValue).toByteArray();
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.SERVER_KEY_EXCHANGE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.bytes(parameters(group, publicValue)).u16(scheme).opaque16(signature);
  }
}
