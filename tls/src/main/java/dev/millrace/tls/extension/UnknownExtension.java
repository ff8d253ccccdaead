package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// An extension that is not understood here, or one of GREASE (RFC 8701).
public record UnknownExtension(int type, byte[] body) implements Extension {
  @Override
  public void writeBody(WireWriter out) {
    out.bytes(body);
  }

  @Override
  public String toString() {
    return "UnknownExtension[" + type + ", " + body.length + " bytes]";
  }
}
