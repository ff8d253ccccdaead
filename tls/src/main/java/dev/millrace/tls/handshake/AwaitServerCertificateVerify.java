package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateVerify;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.3 that has the server's certificate, but no proof yet that it is the server's.
///
/// @param applicationProtocol null for none
/// @param demand null if the server does not ask for a certificate
/// @param ocspResponses see [PeerIdentity]
record AwaitServerCertificateVerify(
    ClientHandshake handshake,
    @Nullable String applicationProtocol,
    @Nullable CertificateDemand demand,
    Identity server,
    List<byte[]> ocspResponses)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateVerify verify -> {
        Policy policy = handshake.policy();
        SignatureScheme scheme =
            HandshakeSignature.SERVER.verify(policy, verify, server, handshake.transcript().hash());
        handshake.transcript().add(received.encoding());
        handshake
            .endpoint()
            .application()
            .verify(
                new PeerIdentity(
                    server,
                    ocspResponses,
                    "UNKNOWN",
                    ProtocolVersion.TLS_1_3,
                    handshake.suite(),
                    handshake.endpoint().application().serverNames()));
        yield new AwaitServerFinished(
            handshake,
            applicationProtocol,
            new Authenticated(server, ocspResponses, scheme),
            demand);
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
