package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.KeyUpdate;

/// A server of TLS 1.3 after the handshake.
record ServerEstablished(Endpoint endpoint, Negotiated negotiated)
    implements ServerState, Established {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    switch (received.message()) {
      case KeyUpdate update -> Established.onKeyUpdate(endpoint.records(), update);
      default -> throw received.unexpected();
    }
    return this;
  }
}
