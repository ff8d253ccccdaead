package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// certificate_authorities (RFC 8446, section 4.2.4).
///
/// @param names distinguished names in DER; not empty
public record CertificateAuthorities(List<byte[]> names) implements Extension {
  static CertificateAuthorities parse(WireReader in) throws PeerMisbehaved {
    WireReader list = in.vector16();
    List<byte[]> names = new ArrayList<>();
    do {
      byte[] name = list.opaque16();
      list.expect(name.length > 0);
      names.add(name);
    } while (list.hasRemaining());
    return new CertificateAuthorities(List.copyOf(names));
  }

  @Override
  public int type() {
    return ExtensionType.CERTIFICATE_AUTHORITIES;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.vector16(() -> names.forEach(out::opaque16));
  }
}
