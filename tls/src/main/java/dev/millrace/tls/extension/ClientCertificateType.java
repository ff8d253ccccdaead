package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// client_certificate_type (RFC 7250): how the client proves who it is.
public sealed interface ClientCertificateType extends Extension {
  @Override
  default int type() {
    return ExtensionType.CLIENT_CERTIFICATE_TYPE;
  }

  /// The types by which the client can prove who it is.
  record Offered(CertificateTypeList types) implements ClientCertificateType {
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
