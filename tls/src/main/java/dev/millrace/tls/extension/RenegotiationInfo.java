package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// renegotiation_info (RFC 5746). There is no renegotiation here, but its indication keeps peers
/// from renegotiating by mistake.
///
/// @param renegotiatedConnection empty in the first handshake of a connection, which is the only
///   one
public record RenegotiationInfo(byte[] renegotiatedConnection) implements Extension {
  /// That of a first handshake.
  public static RenegotiationInfo empty() {
    return new RenegotiationInfo(new byte[0]);
  }

  @Override
  public int type() {
    return ExtensionType.RENEGOTIATION_INFO;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(renegotiatedConnection);
  }
}
