package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// padding (RFC 7685).
///
/// @param length of the padding in bytes
public record Padding(int length) implements Extension {
  @Override
  public int type() {
    return ExtensionType.PADDING;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.bytes(new byte[length]);
  }
}
