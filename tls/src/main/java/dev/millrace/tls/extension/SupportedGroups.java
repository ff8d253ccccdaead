package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// supported_groups (RFC 8446, section 4.2.7).
public record SupportedGroups(CodePoints groups) implements Extension {
  static SupportedGroups parse(WireReader in) throws PeerMisbehaved {
    return new SupportedGroups(CodePoints.parse(in.vector16()));
  }

  @Override
  public int type() {
    return ExtensionType.SUPPORTED_GROUPS;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.vector16(() -> groups.write(out));
  }
}
