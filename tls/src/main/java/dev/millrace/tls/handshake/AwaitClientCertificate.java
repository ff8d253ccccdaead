package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.wire.ProtocolVersion;

/// A server of TLS 1.3 that has asked the client for its certificate.
///
/// @param type of what it asked for
record AwaitClientCertificate(ServerHandshake handshake, CertificateType type)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateMessage _, CompressedCertificate _ -> onCertificate(received);
      default -> throw received.unexpected();
    };
  }

  private ServerState onCertificate(Received received) throws TlsFailure {
    Policy policy = handshake.policy();
    CertificateMessage message =
        CertificateChains.decompressed(
            received.message(), policy, !policy.certificateCompressions().isEmpty());
    if (message.context().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_REQUEST_CONTEXT);
    }
    Identity client = CertificateChains.identity(message, type, policy);
    // Nothing was asked for that the certificates could carry.
    CertificateChains.ocspResponses(message, false);
    handshake.transcript().add(received.encoding());
    if (client == null) {
      // RFC 8446, section 4.4.2.4: "If the client does not send any certificates (i.e., it sends an
      // empty Certificate message), the server MAY at its discretion either continue the handshake
      // without client authentication or abort the handshake with a "certificate_required" alert."
      if (policy.clientAuthentication() == ClientAuthentication.NEED) {
        throw new PeerIncompatible(Incompatibility.CLIENT_CERTIFICATE_REQUIRED);
      }
      return new AwaitClientFinished(handshake, Authenticated.NOBODY);
    }
    return new AwaitClientCertificateVerify(handshake, client);
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
