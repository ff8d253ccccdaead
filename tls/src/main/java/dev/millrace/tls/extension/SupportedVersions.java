package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// supported_versions (RFC 8446, section 4.2.1).
public sealed interface SupportedVersions extends Extension {
  @Override
  default int type() {
    return ExtensionType.SUPPORTED_VERSIONS;
  }

  /// What the client speaks, the best first.
  record Offered(CodePoints versions) implements SupportedVersions {
    static Offered parse(WireReader in) throws PeerMisbehaved {
      return new Offered(CodePoints.parse(in.vector8()));
    }

    @Override
    public void writeBody(WireWriter out) {
      out.vector8(() -> versions.write(out));
    }
  }

  /// What the server chose.
  record Selected(int version) implements SupportedVersions {
    @Override
    public void writeBody(WireWriter out) {
      out.u16(version);
    }
  }
}
