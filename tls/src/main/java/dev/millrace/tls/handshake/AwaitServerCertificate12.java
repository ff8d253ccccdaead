package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.PublicKey;
import java.util.List;

/// A client of TLS 1.2 that has taken the ServerHello.
///
/// @param status whether a CertificateStatus may come
record AwaitServerCertificate12(Handshake12 handshake, boolean status) implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateMessage12 message -> {
        Identity server =
            CertificateChains.identity(
                message, handshake.certificateTypes().server(), handshake.policy());
        if (server == null) {
          throw new PeerMisbehaved(Misbehaviour.NO_CERTIFICATE);
        }
        requireFit(server.key());
        handshake.transcript().add(received.encoding());
        yield new AwaitServerKeyExchange12(handshake, status, server, List.of());
      }
      default -> throw received.unexpected();
    };
  }

  private void requireFit(PublicKey key) throws PeerMisbehaved {
    NamedGroup group = Signatures.groupOf(key);
    // RFC 8422, section 5.3: a key on an elliptic curve is on one that the client named.
    if (!CertificateKeys.go(key, handshake.suite().authentication())
        || (group != null && !handshake.policy().groups().contains(group))) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_KEY_TYPE);
    }
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {}
}
