package dev.millrace.gateway.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/// What counts as one client: an address, or of IPv6 a /64, which is what a site gives to one link
/// (RFC 4291, section 2.5.4), so that one machine has as many addresses of it as it likes.
final class ClientNetwork {
  private static final HexFormat HEX = HexFormat.of();

  private ClientNetwork() {}

  /// The network that the address is of, as text.
  static String of(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return address.getHostAddress();
    }
    byte[] octets = address.getAddress();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i += 2) {
      text.append(HEX.formatHex(octets, i, i + 2)).append(':');
    }
    return text.append(":/64").toString();
  }
}
