package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.ResumptionPsk;
import dev.millrace.tls.message.NewSessionTicket;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.WireReader;
import java.util.ArrayList;
import java.util.List;

/// Gives a client of TLS 1.3 its tickets (RFC 8446, section 4.6.1).
final class TicketIssue {
  private TicketIssue() {}

  /// @param resumption master secret
  static void send(Endpoint endpoint, Negotiated negotiated, Secret resumption) throws TlsFailure {
    Policy policy = endpoint.policy();
    if (Resumability.secondsLeft(negotiated.creationTime(), policy) <= 0) {
      return;
    }
    for (int i = 0; i < policy.ticketCount(); i++) {
      byte[] nonce = {(byte) i};
      ResumableSession session = session(endpoint, negotiated, resumption, nonce);
      byte[] ticket = policy.tickets().issue(session);
      if (ticket == null) {
        return;
      }
      endpoint
          .records()
          .send(
              new NewSessionTicket(
                  session.lifetime(),
                  session.ageAdd(),
                  nonce,
                  ticket,
                  extensions(endpoint, session)));
    }
  }

  private static Extensions extensions(Endpoint endpoint, ResumableSession session) {
    List<Extension> extensions = new ArrayList<>();
    if (session.maxEarlyData() > 0) {
      extensions.add(new EarlyData.Limit(session.maxEarlyData()));
    }
    if (endpoint.policy().grease()) {
      extensions.add(Grease.random(endpoint.crypto()).extensions().getFirst());
    }
    return Extensions.of(extensions);
  }

  private static ResumableSession session(
      Endpoint endpoint, Negotiated negotiated, Secret resumption, byte[] nonce) throws TlsFailure {
    Policy policy = endpoint.policy();
    return new ResumableSession(
        ProtocolVersion.TLS_1_3,
        negotiated.suite(),
        negotiated.group(),
        ResumptionPsk.of(endpoint.crypto(), negotiated.suite().hash(), resumption, nonce),
        new byte[0],
        true,
        negotiated.creationTime(),
        policy.now(),
        Math.min(
            Resumability.secondsLeft(negotiated.creationTime(), policy),
            ClientEstablished.MAX_LIFETIME),
        new WireReader(endpoint.crypto().publicRandomBytes(4)).u32(),
        policy.maxEarlyData(),
        ClientNames.host(negotiated.serverNames()),
        negotiated.applicationProtocol(),
        negotiated.peer(),
        negotiated.ocspResponses(),
        negotiated.local(),
        negotiated.attributes());
  }
}
