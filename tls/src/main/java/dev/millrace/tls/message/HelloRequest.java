package dev.millrace.tls.message;

import dev.millrace.tls.wire.WireWriter;

/// HelloRequest (RFC 5246, section 7.4.1.1), by which a server of TLS 1.2 asks for renegotiation.
public record HelloRequest() implements HandshakeMessage {
  @Override
  public HandshakeType type() {
    return HandshakeType.HELLO_REQUEST;
  }

  @Override
  public void writeBody(WireWriter out) {}
}
