package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.wire.ProtocolVersion;

/// A server of TLS 1.2 that has asked the client for its certificate.
///
/// @param share ours
record AwaitClientCertificate12(Handshake12 handshake, Authenticated server, LocalKeyShare share)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateMessage12 message -> {
        Identity client =
            CertificateChains.identity(
                message, handshake.certificateTypes().client(), handshake.policy());
        // RFC 5246, section 7.4.6: "If the client does not send any certificates, the server MAY at
        // its discretion either continue the handshake without client authentication, or respond
        // with a fatal handshake_failure alert."
        if (client == null
            && handshake.policy().clientAuthentication() == ClientAuthentication.NEED) {
          throw new PeerIncompatible(Incompatibility.CLIENT_CERTIFICATE_REQUIRED_12);
        }
        handshake.transcript().add(received.encoding());
        yield new AwaitClientKeyExchange12(handshake, server, client, share);
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
    share.close();
  }
}
