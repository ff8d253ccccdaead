package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// signature_algorithms and signature_algorithms_cert (RFC 8446, section 4.2.3).
public sealed interface SignatureAlgorithms extends Extension {
  CodePoints schemes();

  @Override
  default void writeBody(WireWriter out) {
    out.vector16(() -> schemes().write(out));
  }

  /// The schemes for handshakes, and for certificates too unless those have their own.
  record OfHandshake(CodePoints schemes) implements SignatureAlgorithms {
    static OfHandshake parse(WireReader in) throws PeerMisbehaved {
      return new OfHandshake(CodePoints.parse(in.vector16()));
    }

    @Override
    public int type() {
      return ExtensionType.SIGNATURE_ALGORITHMS;
    }
  }

  /// The schemes for signatures in certificates.
  record OfCertificates(CodePoints schemes) implements SignatureAlgorithms {
    static OfCertificates parse(WireReader in) throws PeerMisbehaved {
      return new OfCertificates(CodePoints.parse(in.vector16()));
    }

    @Override
    public int type() {
      return ExtensionType.SIGNATURE_ALGORITHMS_CERT;
    }
  }
}
