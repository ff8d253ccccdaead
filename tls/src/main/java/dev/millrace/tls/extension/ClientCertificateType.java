package dev.millrace.tls.extension;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.List;

/// client_certificate_type (RFC 7250): how the client proves who it is.
public sealed interface ClientCertificateType extends Extension {
  @Override
  default int type() {
    return ExtensionType.CLIENT_CERTIFICATE_TYPE;
  }

  /// The types by which the client can prove who it is.
  record Offered(CertificateTypeList types) implements ClientCertificateType {
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

  /// What the server asks the client for.
  ///
  /// @param code of the type, known or not
  record Selected(int code) implements ClientCertificateType {
    @Override
    public void writeBody(WireWriter out) {
      out.u8(code);
    }
  }
}
