package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// ec_point_formats (RFC 8422, section 5.1.2): TLS 1.2 only, and only uncompressed points are left.
///
/// @param formats not empty
public record EcPointFormats(byte[] formats) implements Extension {
  private static final byte UNCOMPRESSED = 0;

  /// The one format that is spoken here.
  public static EcPointFormats uncompressed() {
    return new EcPointFormats(new byte[] {UNCOMPRESSED});
  }

  static EcPointFormats parse(WireReader in) throws PeerMisbehaved {
    byte[] formats = in.opaque8();
    in.expect(formats.length > 0);
    return new EcPointFormats(formats);
  }

  public boolean allowsUncompressed() {
    for (byte format : formats) {
      if (format == UNCOMPRESSED) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int type() {
    return ExtensionType.EC_POINT_FORMATS;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(formats);
  }
}
