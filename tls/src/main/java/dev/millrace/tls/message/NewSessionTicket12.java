package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// NewSessionTicket of TLS 1.2 (RFC 5077, section 3.3).
///
/// @param lifetimeHint in seconds; 0 says nothing
/// @param ticket may be empty: the server has changed its mind
public record NewSessionTicket12(long lifetimeHint, byte[] ticket) implements HandshakeMessage {
  static NewSessionTicket12 parse(WireReader in) throws PeerMisbehaved {
    return new NewSessionTicket12(in.u32(), in.opaque16());
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.NEW_SESSION_TICKET;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u32(lifetimeHint).opaque16(ticket);
  }
}
