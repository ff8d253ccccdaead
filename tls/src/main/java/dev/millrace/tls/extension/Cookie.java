package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// cookie (RFC 8446, section 4.2.2).
///
/// @param cookie not empty
public record Cookie(byte[] cookie) implements Extension {
  static Cookie parse(WireReader in) throws PeerMisbehaved {
    byte[] cookie = in.opaque16();
    in.expect(cookie.length > 0);
    return new Cookie(cookie);
  }

  @Override
  public int type() {
    return ExtensionType.COOKIE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque16(cookie);
  }
}
