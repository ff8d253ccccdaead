package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;

/// A server of TLS 1.2 after the handshake.
record ServerEstablished12(Negotiated negotiated) implements ServerState, Established {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    if (received.message() instanceof ClientHello) {
      throw new PeerIncompatible(Incompatibility.RENEGOTIATION_REFUSED);
    }
    throw received.unexpected();
  }
}
