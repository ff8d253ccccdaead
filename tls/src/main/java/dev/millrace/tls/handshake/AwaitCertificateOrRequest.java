package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CertificateRequest;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.3 whose server is going to prove who it is, and may ask for as much.
///
/// @param applicationProtocol null for none
record AwaitCertificateOrRequest(
    ClientHandshake handshake, @Nullable String applicationProtocol, CertificateTypes types)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateRequest request -> {
        CertificateDemand demand = CertificateDemand.of(request, types.client());
        handshake.transcript().add(received.encoding());
        yield new AwaitServerCertificate(handshake, applicationProtocol, types.server(), demand);
      }
      case CertificateMessage _, CompressedCertificate _ ->
          new AwaitServerCertificate(handshake, applicationProtocol, types.server(), null)
              .on(received);
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
