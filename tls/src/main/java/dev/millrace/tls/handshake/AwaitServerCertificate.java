package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.extension.CompressCertificate;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.3 that has been asked for its certificate, or will not be.
///
/// @param applicationProtocol null for none
/// @param type of what the server shows
/// @param demand null if the server does not ask
record AwaitServerCertificate(
    ClientHandshake handshake,
    @Nullable String applicationProtocol,
    CertificateType type,
    @Nullable CertificateDemand demand)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateMessage _, CompressedCertificate _ -> onCertificate(received);
      default -> throw received.unexpected();
    };
  }

  private ClientState onCertificate(Received received) throws TlsFailure {
    CertificateMessage message =
        CertificateChains.decompressed(
            received.message(),
            handshake.policy(),
            handshake.offered().extensions().has(CompressCertificate.class));
    if (message.context().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_REQUEST_CONTEXT);
    }
    Identity server = CertificateChains.identity(message, type, handshake.policy());
    // RFC 8446, section 4.4.2.4: "If the server supplies an empty Certificate message, the client
    // MUST abort the handshake with a "decode_error" alert."
    if (server == null) {
      throw new PeerMisbehaved(Misbehaviour.NO_CERTIFICATE);
    }
    List<byte[]> ocspResponses =
        CertificateChains.ocspResponses(
            message, handshake.offered().extensions().has(StatusRequest.Offered.class));
    handshake.transcript().add(received.encoding());
    return new AwaitServerCertificateVerify(
        handshake, applicationProtocol, demand, server, ocspResponses);
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
