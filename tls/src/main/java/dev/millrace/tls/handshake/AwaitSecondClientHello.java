package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;

/// A server that has asked for another key share in a HelloRetryRequest.
///
/// @param first the client's first hello
/// @param group that a share is wanted of
record AwaitSecondClientHello(
    Endpoint endpoint,
    ClientHello first,
    CipherSuite suite,
    NamedGroup group,
    Transcript transcript)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case ClientHello hello -> {
        endpoint.records().skipEarlyData(RecordLayer.EarlyDataSkipping.NONE);
        yield ClientHelloTaken.second(this, hello, received.encoding());
      }
      default -> throw received.unexpected();
    };
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_3;
  }

  @Override
  public void close() {}
}
