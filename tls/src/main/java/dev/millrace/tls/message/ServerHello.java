package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.Arrays;

/// ServerHello (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3).
///
/// @param random 32 bytes
/// @param sessionId at most 32 bytes; an echo in TLS 1.3
public record ServerHello(
    int legacyVersion,
    byte[] random,
    byte[] sessionId,
    int cipherSuite,
    int compressionMethod,
    Extensions extensions)
    implements HandshakeMessage {

  /// Reads a ServerHello, or the HelloRetryRequest that looks like one.
  static HandshakeMessage parse(WireReader in) throws PeerMisbehaved {
    int legacyVersion = in.u16();
    byte[] random = in.bytes(32);
    byte[] sessionId = in.opaque8();
    in.expect(sessionId.length <= 32);
    int cipherSuite = in.u16();
    int compressionMethod = in.u8();
    boolean retry = Arrays.equals(random, HelloRetryRequest.RANDOM);
    ExtensionPlace place = retry ? ExtensionPlace.HELLO_RETRY_REQUEST : ExtensionPlace.SERVER_HELLO;
    Extensions extensions = in.hasRemaining() ? Extensions.parse(in, place) : Extensions.NONE;
    return retry
        ? new HelloRetryRequest(
            legacyVersion, sessionId, cipherSuite, compressionMethod, extensions)
        : new ServerHello(
            legacyVersion, random, sessionId, cipherSuite, compressionMethod, extensions);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.SERVER_HELLO;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(legacyVersion).bytes(random).opaque8(sessionId).u16(cipherSuite).u8(compressionMethod);
    if (!extensions.isEmpty()) {
      extensions.write(out);
    }
  }
}
