package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.EndOfEarlyData;
import dev.millrace.tls.wire.ProtocolVersion;

/// A server of TLS 1.3 that takes early data.
record AwaitEndOfEarlyData(ServerHandshake handshake, Authenticated client) implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    if (!(received.message() instanceof EndOfEarlyData)) {
      throw received.unexpected();
    }
    handshake.transcript().add(received.encoding());
    handshake.endpoint().records().readWith(handshake.handshakeSecret(), handshake.suite().aead());
    return new AwaitClientFinished(handshake, client);
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_3;
  }

  @Override
  public void close() {
    handshake.close();
  }
}
