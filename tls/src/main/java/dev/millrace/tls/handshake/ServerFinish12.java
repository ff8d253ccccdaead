package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.message.NewSessionTicket12;

/// What a server of TLS 1.2 sends at the end of its part: a ticket, ChangeCipherSpec and Finished.
final class ServerFinish12 {
  private ServerFinish12() {}

  /// Sends a ticket, if the ServerHello said that one would come.
  static void sendTicket(Handshake12 handshake, Negotiated negotiated, MasterSecret12 master)
      throws TlsFailure {
    if (!handshake.ticket()) {
      return;
    }
    Tickets tickets = handshake.policy().tickets();
    long lifetime = Resumability.secondsLeft(negotiated.creationTime(), handshake.policy());
    ResumableSession session = handshake.resumable(negotiated, master, new byte[0], true, lifetime);
    byte[] ticket = lifetime <= 0 ? null : tickets.issue(session);
    // RFC 5077, section 3.3: "If the server determines that it does not want to include a ticket
    // after it has included the SessionTicket extension in the ServerHello, then it sends a
    // zero-length ticket in the NewSessionTicket handshake message."
    NewSessionTicket12 message =
        new NewSessionTicket12(Math.max(lifetime, 0), ticket == null ? new byte[0] : ticket);
    handshake.transcript().add(handshake.endpoint().records().send(message));
  }

  /// Sends the rest, encrypted from the Finished on.
  static void send(Handshake12 handshake, MasterSecret12 master, RecordKeys keys)
      throws TlsFailure {
    RecordLayer records = handshake.endpoint().records();
    records.sendChangeCipherSpec();
    records.writeWith(keys, handshake.suite().aead());
    Transcript12 transcript = handshake.transcript();
    transcript.add(records.send(new Finished(master.serverFinished(transcript.hash()))));
  }
}
