package dev.millrace.tls.message;

import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.wire.WireWriter;

/// HelloRetryRequest (RFC 8446, section 4.1.4): a ServerHello with a special random.
public record HelloRetryRequest(
    int legacyVersion,
    byte[] sessionId,
    int cipherSuite,
    int compressionMethod,
    Extensions extensions)
    implements HandshakeMessage {

  /// The SHA-256 of "HelloRetryRequest".
  static final byte[] RANDOM =
      java.util.HexFormat.of()
          .parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  @Override
  public HandshakeType type() {
    return HandshakeType.SERVER_HELLO;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(legacyVersion).bytes(RANDOM).opaque8(sessionId).u16(cipherSuite).u8(compressionMethod);
    extensions.write(out);
  }
}
