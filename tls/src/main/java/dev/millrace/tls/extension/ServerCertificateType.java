package dev.millrace.tls.extension;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.List;

/// server_certificate_type (RFC 7250): how the server proves who it is.
public sealed interface ServerCertificateType extends Extension {
  @Override
  default int type() {
    return ExtensionType.SERVER_CERTIFICATE_TYPE;
  }

  /// The types by which the server may prove who it is.
  record Offered(CertificateTypeList types) implements ServerCertificateType {
    /// An offer of some types.
    ///
    /// @param types the preferred first; not X.509 alone
    public static Offered of(List<CertificateType> types) {
      return new Offered(CertificateTypeList.of(types));
    }

    static Offered parse(WireReader in) throws PeerMisbehaved {
      return new Offered(CertificateTypeList.parse(in));
    }

    @Override
    public void writeBody(WireWriter out) {
      types.write(out);
    }
  }

  /// What the server proves who it is by.
  ///
  /// @param code of the type, known or not
  record Selected(int code) implements ServerCertificateType {
    @Override
    public void writeBody(WireWriter out) {
      out.u8(code);
    }
  }
}
