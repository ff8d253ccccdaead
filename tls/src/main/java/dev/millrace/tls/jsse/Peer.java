package dev.millrace.tls.jsse;

import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import org.jspecify.annotations.Nullable;

/// Whom a connection is with, as the application said.
///
/// @param host a name or an address, or null if the application did not say
/// @param port or -1
record Peer(@Nullable String host, int port) {
  static final Peer UNKNOWN = new Peer(null, -1);

  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  /// The names by which a server is asked for where the application sets none: its host name.
  ///
  /// RFC 6066, section 3: "Literal IPv4 and IPv6 addresses are not permitted in "HostName"."
  ServerNames serverNames() {
    if (host == null || host.isEmpty() || isAddress(host)) {
      return ServerNames.NONE;
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    try {
      return ServerNames.of(List.of(new SNIHostName(name)));
    } catch (IllegalArgumentException e) {
      return ServerNames.NONE;
    }
  }

  /// Whether a host is an IP address and not a name.
  static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || IPV4.matcher(host).matches();
  }
}
