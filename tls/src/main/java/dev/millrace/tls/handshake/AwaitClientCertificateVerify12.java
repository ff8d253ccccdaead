package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.message.CertificateVerify;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;

/// A server of TLS 1.2 that has the client's certificate, but no proof yet that it is the client's.
record AwaitClientCertificateVerify12(
    Handshake12 handshake,
    Authenticated server,
    Identity client,
    NamedGroup group,
    MasterSecret12 master)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateVerify verify -> {
        SignatureScheme scheme =
            handshake.verify(
                verify.scheme(), client, handshake.transcript().messages(), verify.signature());
        handshake.transcript().add(received.encoding());
        handshake
            .endpoint()
            .application()
            .verify(
                new PeerIdentity(
                    client,
                    List.of(),
                    client.key().getAlgorithm(),
                    ProtocolVersion.TLS_1_2,
                    handshake.suite(),
                    handshake.serverNames()));
        Authenticated verified = new Authenticated(client, List.of(), scheme);
        KeyBlock keys = handshake.keys(master);
        yield new AwaitClientChangeCipherSpec12(
            handshake,
            handshake.negotiated(group, server, verified, master),
            master,
            keys.client(),
            keys.server());
      }
      default -> throw received.unexpected();
    };
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    master.close();
  }
}
