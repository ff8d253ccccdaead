package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// early_data (RFC 8446, section 4.2.10).
public sealed interface EarlyData extends Extension {
  @Override
  default int type() {
    return ExtensionType.EARLY_DATA;
  }

  /// The client sends early data; the server takes it.
  record Indicated() implements EarlyData {
    @Override
    public void writeBody(WireWriter out) {}
  }

  /// In a ticket: how many bytes of early data may be sent with it.
  record Limit(long maxBytes) implements EarlyData {
    @Override
    public void writeBody(WireWriter out) {
      out.u32(maxBytes);
    }
  }
}
