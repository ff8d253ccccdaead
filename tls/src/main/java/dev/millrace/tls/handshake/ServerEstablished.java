package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.wire.ProtocolVersion;

/// A server of TLS 1.3 after the handshake.
record ServerEstablished(Endpoint endpoint, Negotiated negotiated) implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    switch (received.message()) {
      case KeyUpdate update -> {
        endpoint.records().updateReadKeys();
        if (update.updateRequested()) {
          endpoint.records().updateWriteKeysSoon();
        }
      }
      default -> throw received.unexpected();
    }
    return this;
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_3;
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
