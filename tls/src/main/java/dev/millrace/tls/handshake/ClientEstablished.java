package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.ResumptionPsk;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.message.NewSessionTicket;
import dev.millrace.tls.wire.ProtocolVersion;

/// A client of TLS 1.3 after the handshake.
///
/// @param resumption master secret of the tickets
record ClientEstablished(Endpoint endpoint, Negotiated negotiated, Secret resumption)
    implements ClientState, Established {
  /// RFC 8446, section 4.6.1: "Servers MUST NOT use any value greater than 604800 seconds (7
  /// days)."
  static final long MAX_LIFETIME = 604_800;

  @Override
  public ClientState on(Received received) throws TlsFailure {
    switch (received.message()) {
      case NewSessionTicket ticket -> onTicket(ticket);
      case KeyUpdate update -> Established.onKeyUpdate(endpoint.records(), update);
      default -> throw received.unexpected();
    }
    return this;
  }

  private void onTicket(NewSessionTicket ticket) throws PeerMisbehaved {
    if (ticket.lifetime() > MAX_LIFETIME) {
      throw new PeerMisbehaved(Misbehaviour.BAD_TICKET_LIFETIME);
    }
    if (ticket.lifetime() == 0) {
      return;
    }
    EarlyData.Limit earlyData = ticket.extensions().get(EarlyData.Limit.class);
    endpoint
        .application()
        .resumable(
            new ResumableSession(
                ProtocolVersion.TLS_1_3,
                negotiated.suite(),
                negotiated.group(),
                ResumptionPsk.of(
                    endpoint.crypto(), negotiated.suite().hash(), resumption, ticket.nonce()),
                ticket.ticket(),
                true,
                negotiated.creationTime(),
                endpoint.policy().now(),
                ticket.lifetime(),
                ticket.ageAdd(),
                earlyData == null ? 0 : earlyData.maxBytes(),
                null,
                negotiated.applicationProtocol(),
                negotiated.peer(),
                negotiated.ocspResponses(),
                negotiated.local(),
                negotiated.attributes()));
  }

  @Override
  public void close() {
    resumption.close();
    Established.super.close();
  }
}
