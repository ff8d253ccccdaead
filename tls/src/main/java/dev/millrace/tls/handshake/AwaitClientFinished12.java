package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A server of TLS 1.2 whose client has turned its encryption on.
///
/// @param serverKeys see [AwaitClientChangeCipherSpec12]
record AwaitClientFinished12(
    Handshake12 handshake,
    Negotiated negotiated,
    MasterSecret12 master,
    @Nullable RecordKeys serverKeys)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case Finished(byte[] verifyData) -> {
        Transcript12 transcript = handshake.transcript();
        if (!MessageDigest.isEqual(verifyData, master.clientFinished(transcript.hash()))) {
          throw new PeerMisbehaved(Misbehaviour.WRONG_FINISHED);
        }
        transcript.add(received.encoding());
        if (serverKeys != null) {
          ServerFinish12.sendTicket(handshake, negotiated, master);
          ServerFinish12.send(handshake, master, serverKeys);
          store();
        }
        handshake.endpoint().application().established(negotiated);
        yield new ServerEstablished12(negotiated);
      }
      default -> throw received.unexpected();
    };
  }

  private void store() {
    Tickets tickets = handshake.policy().tickets();
    byte[] sessionId = handshake.sessionId();
    if (sessionId.length > 0) {
      tickets.store12(
          sessionId, handshake.resumable(negotiated, master, sessionId, false, tickets.lifetime()));
    }
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    master.close();
    if (serverKeys != null) {
      serverKeys.close();
    }
  }
}
