package dev.millrace.gateway.settings;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/// Where clients are listened for.
///
/// @param host the address to listen on
/// @param port the port with TLS; 0 takes any free one
/// @param httpPort a port without TLS that serves all the same, or null for none; 0 takes any free
///   one
public record Listening(String host, int port, @Nullable Integer httpPort) {
  /// Whether nobody reaches it but who is on this machine.
  public boolean isOnThisMachineAlone() {
    return isOfThisMachineAlone(host);
  }

  static boolean isOfThisMachineAlone(String host) {
    try {
      return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
