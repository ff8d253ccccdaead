package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// compress_certificate (RFC 8879): the algorithms by which the sender can decompress.
public record CompressCertificate(CodePoints algorithms) implements Extension {
  static CompressCertificate parse(WireReader in) throws PeerMisbehaved {
    CodePoints algorithms = CodePoints.parse(in.vector8());
    in.expect(algorithms.areDistinct());
    return new CompressCertificate(algorithms);
  }

  @Override
  public int type() {
    return ExtensionType.COMPRESS_CERTIFICATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.vector8(() -> algorithms.write(out));
  }
}
