package dev.millrace.tls.message;

import dev.millrace.tls.wire.WireWriter;

/// ServerHelloDone (RFC 5246, section 7.4.5).
public record ServerHelloDone12() implements HandshakeMessage {
  @Override
  public HandshakeType type() {
    return HandshakeType.SERVER_HELLO_DONE;
  }

  @Override
  public void writeBody(WireWriter out) {}
}
