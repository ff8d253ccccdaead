package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// NewSessionTicket of TLS 1.3 (RFC 8446, section 4.6.1).
///
/// @param lifetime in seconds
/// @param ageAdd what hides the ticket's age, 32 bits
/// @param nonce at most 255 bytes, different in each ticket of a connection
/// @param ticket not empty
public record NewSessionTicket(
    long lifetime, long ageAdd, byte[] nonce, byte[] ticket, Extensions extensions)
    implements HandshakeMessage {
  static NewSessionTicket parse(WireReader in) throws PeerMisbehaved {
    long lifetime = in.u32();
    long ageAdd = in.u32();
    byte[] nonce = in.opaque8();
    byte[] ticket = in.opaque16();
    in.expect(ticket.length > 0);
    return new NewSessionTicket(
        lifetime, ageAdd, nonce, ticket, Extensions.parse(in, ExtensionPlace.NEW_SESSION_TICKET));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.NEW_SESSION_TICKET;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u32(lifetime).u32(ageAdd).opaque8(nonce).opaque16(ticket);
    extensions.write(out);
  }
}
