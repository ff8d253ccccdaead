package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// ClientHello (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
///
/// @param legacyVersion 0x0303 from whoever speaks TLS 1.2 or 1.3
/// @param random 32 bytes
/// @param sessionId at most 32 bytes
/// @param cipherSuites not empty
/// @param compressionMethods not empty
public record ClientHello(
    int legacyVersion,
    byte[] random,
    byte[] sessionId,
    CodePoints cipherSuites,
    byte[] compressionMethods,
    Extensions extensions)
    implements HandshakeMessage {

  static ClientHello parse(WireReader in) throws PeerMisbehaved {
    int legacyVersion = in.u16();
    byte[] random = in.bytes(32);
    byte[] sessionId = in.opaque8();
    in.expect(sessionId.length <= 32);
    CodePoints cipherSuites = CodePoints.parse(in.vector16());
    byte[] compressionMethods = in.opaque8();
    in.expect(compressionMethods.length > 0);
    // Before TLS 1.3 the extensions could be left out altogether.
    Extensions extensions =
        in.hasRemaining() ? Extensions.parse(in, ExtensionPlace.CLIENT_HELLO) : Extensions.NONE;
    return new ClientHello(
        legacyVersion, random, sessionId, cipherSuites, compressionMethods, extensions);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CLIENT_HELLO;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(legacyVersion).bytes(random).opaque8(sessionId);
    out.vector16(() -> cipherSuites.write(out));
    out.opaque8(compressionMethods);
    extensions.write(out);
  }

  /// The same hello with other extensions.
  public ClientHello with(Extensions others) {
    return new ClientHello(
        legacyVersion, random, sessionId, cipherSuites, compressionMethods, others);
  }
}
