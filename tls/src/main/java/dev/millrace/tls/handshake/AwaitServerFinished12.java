package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.message.NewSessionTicket12;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.2 whose server has turned its encryption on.
///
/// @param group of the key exchange, or null if a session is resumed
/// @param ownKeys that the client is going to encrypt with, or null if it does already
/// @param ticket that came, or null
record AwaitServerFinished12(
    Handshake12 handshake,
    @Nullable NamedGroup group,
    Authenticated client,
    Authenticated server,
    MasterSecret12 master,
    @Nullable RecordKeys ownKeys,
    @Nullable NewSessionTicket12 ticket)
    implements ClientState {
  /// What a server means that says no lifetime: the client's own judgement, here a day.
  private static final long UNSAID_LIFETIME = 86_400;

  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case Finished(byte[] verifyData) -> {
        Transcript12 transcript = handshake.transcript();
        if (!MessageDigest.isEqual(verifyData, master.serverFinished(transcript.hash()))) {
          throw new PeerMisbehaved(Misbehaviour.WRONG_FINISHED);
        }
        transcript.add(received.encoding());
        yield finish();
      }
      default -> throw received.unexpected();
    };
  }

  private ClientState finish() throws TlsFailure {
    Endpoint endpoint = handshake.endpoint();
    if (ownKeys != null) {
      endpoint.records().sendChangeCipherSpec();
      endpoint.records().writeWith(ownKeys, handshake.suite().aead());
      byte[] verifyData = master.clientFinished(handshake.transcript().hash());
      endpoint.records().send(new Finished(verifyData));
    }
    Negotiated negotiated = handshake.negotiated(group, client, server, master);
    keepSession(negotiated);
    endpoint.application().established(negotiated);
    return new ClientEstablished12(negotiated);
  }

  /// A session can only be resumed if its master secret is bound to its handshake (RFC 7627).
  private void keepSession(Negotiated negotiated) {
    if (!handshake.extendedMasterSecret()) {
      return;
    }
    Application application = handshake.endpoint().application();
    if (ticket != null && ticket.ticket().length > 0) {
      long lifetime = ticket.lifetimeHint() == 0 ? UNSAID_LIFETIME : ticket.lifetimeHint();
      application.resumable(
          handshake.resumable(negotiated, master, ticket.ticket(), true, lifetime));
    } else if (handshake.resumed() == null && handshake.sessionId().length > 0) {
      application.resumable(
          handshake.resumable(negotiated, master, handshake.sessionId(), false, UNSAID_LIFETIME));
    }
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    master.close();
    if (ownKeys != null) {
      ownKeys.close();
    }
  }
}
