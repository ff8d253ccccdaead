package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// session_ticket (RFC 5077, section 3.2), TLS 1.2 only.
///
/// @param ticket empty where a client has none yet, and always in a server's answer
public record SessionTicket(byte[] ticket) implements Extension {
  @Override
  public int type() {
    return ExtensionType.SESSION_TICKET;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.bytes(ticket);
  }

  @Override
  public String toString() {
    return "SessionTicket[" + ticket.length + " bytes]";
  }
}
