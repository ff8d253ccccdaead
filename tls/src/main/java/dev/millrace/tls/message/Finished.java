package dev.millrace.tls.message;

import dev.millrace.tls.wire.WireWriter;

/// Finished (RFC 8446, section 4.4.4; RFC 5246, section 7.4.9).
///
/// @param verifyData of the length of the hash in TLS 1.3 and of 12 bytes in TLS 1.2, unless the
///   peer is wrong
public record Finished(byte[] verifyData) implements HandshakeMessage {
  @Override
  public HandshakeType type() {
    return HandshakeType.FINISHED;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.bytes(verifyData);
  }
}
