package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.HelloRequest;
import dev.millrace.tls.wire.ProtocolVersion;

/// A client of TLS 1.2 after the handshake.
record ClientEstablished12(Negotiated negotiated) implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    if (received.message() instanceof HelloRequest) {
      throw new PeerIncompatible(Incompatibility.RENEGOTIATION_REFUSED);
    }
    throw received.unexpected();
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public boolean isEstablished() {
    return true;
  }

  @Override
  public void close() {
    negotiated.exporter().close();
  }
}
