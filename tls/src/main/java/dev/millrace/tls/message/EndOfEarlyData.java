package dev.millrace.tls.message;

import dev.millrace.tls.wire.WireWriter;

/// EndOfEarlyData (RFC 8446, section 4.5).
public record EndOfEarlyData() implements HandshakeMessage {
  @Override
  public HandshakeType type() {
    return HandshakeType.END_OF_EARLY_DATA;
  }

  @Override
  public void writeBody(WireWriter out) {}
}
