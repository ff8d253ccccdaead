package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.HelloRequest;

/// A client of TLS 1.2 after the handshake.
record ClientEstablished12(Negotiated negotiated) implements ClientState, Established {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    if (received.message() instanceof HelloRequest) {
      throw new PeerIncompatible(Incompatibility.RENEGOTIATION_REFUSED);
    }
    throw received.unexpected();
  }
}
