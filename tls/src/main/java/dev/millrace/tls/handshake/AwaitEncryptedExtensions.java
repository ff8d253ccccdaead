package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.EncryptedExtensions;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.3 that has taken the ServerHello.
record AwaitEncryptedExtensions(ClientHandshake handshake) implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case EncryptedExtensions(Extensions answers) -> {
        ServerExtensions.requireSolicited(answers, handshake.offered().extensions());
        String protocol = ServerExtensions.applicationProtocol(answers, handshake.policy());
        ClientHandshake next = afterEarlyData(answers, protocol);
        ServerExtensions.recordSizeLimit(answers, handshake.endpoint(), ProtocolVersion.TLS_1_3);
        CertificatePreferences preferences = handshake.policy().certificatePreferences();
        CertificateTypes types = CertificateTypes.of(answers, preferences);
        handshake.transcript().add(received.encoding());
        Psk psk = handshake.psk();
        if (psk != null) {
          yield new AwaitServerFinished(next, protocol, psk.peer(), null);
        }
        types.requireAccepted(preferences);
        yield new AwaitCertificateOrRequest(next, protocol, types);
      }
      default -> throw received.unexpected();
    };
  }

  private ClientHandshake afterEarlyData(Extensions answers, @Nullable String protocol)
      throws TlsFailure {
    boolean accepted = answers.has(EarlyData.Indicated.class);
    if (!handshake.earlyData()) {
      if (accepted) {
        throw new PeerMisbehaved(Misbehaviour.EARLY_DATA_NOT_POSSIBLE);
      }
      return handshake;
    }
    handshake.endpoint().application().earlyDataAnswered(accepted);
    if (!accepted) {
      return handshake.withoutEarlyData();
    }
    if (handshake.psk() == null) {
      throw new PeerMisbehaved(Misbehaviour.EARLY_DATA_NOT_POSSIBLE);
    }
    ResumableSession session = handshake.resumed();
    // RFC 8446, section 4.2.11: "If the server supplies an "early_data" extension, the client MUST
    // verify that the server's selected_identity is 0. If any other value is returned, the client
    // MUST abort the handshake with an "illegal_parameter" alert."
    if (session == null
        || session.suite() != handshake.suite()
        || !Objects.equals(session.applicationProtocol(), protocol)) {
      throw new PeerMisbehaved(Misbehaviour.EARLY_DATA_MISMATCH);
    }
    return handshake;
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
