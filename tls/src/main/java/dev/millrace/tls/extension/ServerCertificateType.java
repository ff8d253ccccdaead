package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// server_certificate_type (RFC 7250): how the server proves who it is.
public sealed interface ServerCertificateType extends Extension {
  @Override
  default int type() {
    return ExtensionType.SERVER_CERTIFICATE_TYPE;
  }

  /// The types by which the server may prove who it is.
  record Offered(CertificateTypeList types) implements ServerCertificateType {
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
