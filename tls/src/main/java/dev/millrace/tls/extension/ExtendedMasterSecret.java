package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// extended_master_secret (RFC 7627, section 5.1), empty on both sides.
public record ExtendedMasterSecret() implements Extension {
  @Override
  public int type() {
    return ExtensionType.EXTENDED_MASTER_SECRET;
  }

  @Override
  public void writeBody(WireWriter out) {}
}
