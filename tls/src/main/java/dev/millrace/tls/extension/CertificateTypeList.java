package dev.millrace.tls.extension;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// The types of certificates that a client offers (RFC 7250, section 3), known or not.
///
/// @param codes not empty, the preferred first
public record CertificateTypeList(byte[] codes) {
  /// The offer of some types.
  ///
  /// @param types the preferred first; not X.509 alone
  public static CertificateTypeList of(List<CertificateType> types) {
    byte[] codes = new byte[types.size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) types.get(i).code();
    }
    return new CertificateTypeList(codes);
  }

  static CertificateTypeList parse(WireReader in) throws PeerMisbehaved {
    byte[] codes = in.opaque8();
    in.expect(codes.length > 0);
    // RFC 7250, section 4.1: "If the client has no remaining certificate types to send in the
    // client hello, other than the default X.509 type, it MUST omit the client_certificate_type
    // extension in the client hello."
    if (codes.length == 1 && codes[0] == CertificateType.X509.code()) {
      throw new PeerMisbehaved(Misbehaviour.NOTHING_BUT_X509_OFFERED);
    }
    return new CertificateTypeList(codes);
  }

  void write(WireWriter out) {
    out.opaque8(codes);
  }

  /// Those that are known here, in their order.
  public List<CertificateType> known() {
    List<CertificateType> types = new ArrayList<>();
    for (byte code : codes) {
      CertificateType type = CertificateType.ofCode(code);
      if (type != null) {
        types.add(type);
      }
    }
    return List.copyOf(types);
  }
}
