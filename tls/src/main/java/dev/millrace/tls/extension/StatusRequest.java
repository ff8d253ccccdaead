package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// status_request (RFC 6066, section 8; RFC 8446, section 4.4.2.1): stapled OCSP responses.
public sealed interface StatusRequest extends Extension {
  /// The type of OCSP, the only one there is.
  int OCSP = 1;

  @Override
  default int type() {
    return ExtensionType.STATUS_REQUEST;
  }

  /// What the client asks for. Responders and extensions that it might name are read and passed
  /// over.
  ///
  /// @param statusType [#OCSP], or one not known
  record Offered(int statusType) implements StatusRequest {
    static Offered parse(WireReader in) throws PeerMisbehaved {
      int statusType = in.u8();
      if (statusType == OCSP) {
        WireReader responders = in.vector16();
        while (responders.hasRemaining()) {
          responders.vector16();
        }
        in.vector16();
        in.expectEnd();
      } else {
        in.rest();
      }
      return new Offered(statusType);
    }

    @Override
    public void writeBody(WireWriter out) {
      out.u8(statusType).u16(0).u16(0);
    }
  }

  /// The empty form: in TLS 1.2 the server's word that a CertificateStatus may come, in TLS 1.3 a
  /// server's wish that the client staples (RFC 8446, section 4.4.2.1).
  record Acknowledged() implements StatusRequest {
    @Override
    public void writeBody(WireWriter out) {}
  }

  /// An OCSP response beside its certificate.
  ///
  /// @param response DER, not empty
  record Stapled(byte[] response) implements StatusRequest {
    static Stapled parse(WireReader in) throws PeerMisbehaved {
      in.expect(in.u8() == OCSP);
      byte[] response = in.opaque24();
      in.expect(response.length > 0);
      return new Stapled(response);
    }

    @Override
    public void writeBody(WireWriter out) {
      out.u8(OCSP).opaque24(response);
    }
  }
}
