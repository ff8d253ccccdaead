package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.MessageDigest;
import java.util.concurrent.ConcurrentHashMap;

/// A server of TLS 1.3 that knows all it needs of the client.
record AwaitClientFinished(ServerHandshake handshake, Authenticated client) implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case Finished(byte[] verifyData) -> {
        Transcript transcript = handshake.transcript();
        if (!MessageDigest.isEqual(
            verifyData, handshake.handshakeSecret().finished(transcript.hash()))) {
          throw new PeerMisbehaved(Misbehaviour.WRONG_FINISHED);
        }
        transcript.add(received.encoding());
        yield finish();
      }
      default -> throw received.unexpected();
    };
  }

  private ServerState finish() throws TlsFailure {
    Endpoint endpoint = handshake.endpoint();
    endpoint.records().readWith(handshake.clientSecret(), handshake.suite().aead());
    Negotiated negotiated = outcome();
    try (MasterSecret master = handshake.master();
        Secret resumption = master.resumption(handshake.transcript().hash())) {
      if (handshake.takesTickets()) {
        TicketIssue.send(endpoint, negotiated, resumption);
      }
    }
    endpoint.application().established(negotiated);
    return new ServerEstablished(endpoint, negotiated);
  }

  private Negotiated outcome() {
    ResumableSession resumed = handshake.resumed();
    return new Negotiated(
        ProtocolVersion.TLS_1_3,
        handshake.suite(),
        new byte[0],
        handshake.group(),
        handshake.server().scheme(),
        client.scheme(),
        resumed != null,
        handshake.externalPsk(),
        client.identity(),
        client.ocspResponses(),
        handshake.server().identity(),
        handshake.applicationProtocol(),
        handshake.serverNames(),
        handshake.clientSchemes(),
        handshake.exporter(),
        handshake.retried(),
        true,
        resumed == null ? handshake.policy().now() : resumed.creationTime(),
        resumed == null ? new ConcurrentHashMap<>() : resumed.attributes());
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
