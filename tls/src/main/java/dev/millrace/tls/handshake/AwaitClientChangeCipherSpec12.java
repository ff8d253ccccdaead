package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// A server of TLS 1.2 whose client is about to turn its encryption on.
///
/// @param clientKeys that the client is going to encrypt with
/// @param serverKeys that this side is going to encrypt with, or null if it does already because a
///   session is resumed
record AwaitClientChangeCipherSpec12(
    Handshake12 handshake,
    Negotiated negotiated,
    MasterSecret12 master,
    RecordKeys clientKeys,
    @Nullable RecordKeys serverKeys)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    throw received.unexpected();
  }

  @Override
  public State onChangeCipherSpec() throws TlsFailure {
    handshake.endpoint().records().readWith(clientKeys, handshake.suite().aead());
    return new AwaitClientFinished12(handshake, negotiated, master, serverKeys);
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    master.close();
    clientKeys.close();
    if (serverKeys != null) {
      serverKeys.close();
    }
  }
}
