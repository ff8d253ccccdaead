package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateVerify;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;

/// A server of TLS 1.3 that has the client's certificate, but no proof yet that it is the client's.
record AwaitClientCertificateVerify(ServerHandshake handshake, Identity client)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateVerify verify -> {
        SignatureScheme scheme =
            HandshakeSignature.CLIENT.verify(
                handshake.policy(), verify, client, handshake.transcript().hash());
        handshake.transcript().add(received.encoding());
        handshake
            .endpoint()
            .application()
            .verify(
                new PeerIdentity(
                    client,
                    List.of(),
                    client.key().getAlgorithm(),
                    ProtocolVersion.TLS_1_3,
                    handshake.suite(),
                    handshake.serverNames()));
        yield new AwaitClientFinished(handshake, new Authenticated(client, List.of(), scheme));
      }
      default -> throw received.unexpected();
    };
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
