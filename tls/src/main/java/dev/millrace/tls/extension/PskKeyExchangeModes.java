package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// psk_key_exchange_modes (RFC 8446, section 4.2.9).
///
/// @param modes not empty
public record PskKeyExchangeModes(byte[] modes) implements Extension {
  private static final byte PSK_DHE_KE = 1;

  /// The one mode that is spoken here: without a fresh key exchange (`psk_ke`) there is no forward
  /// secrecy.
  public static PskKeyExchangeModes withKeyExchange() {
    return new PskKeyExchangeModes(new byte[] {PSK_DHE_KE});
  }

  static PskKeyExchangeModes parse(WireReader in) throws PeerMisbehaved {
    byte[] modes = in.opaque8();
    in.expect(modes.length > 0);
    return new PskKeyExchangeModes(modes);
  }

  public boolean allowsKeyExchange() {
    for (byte mode : modes) {
      if (mode == PSK_DHE_KE) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int type() {
    return ExtensionType.PSK_KEY_EXCHANGE_MODES;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(modes);
  }
}
