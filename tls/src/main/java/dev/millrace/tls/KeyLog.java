package dev.millrace.tls;

/// Receives the secrets of connections as lines of the NSS key log format, with which tools such as
/// Wireshark decrypt them (RFC 9850). Whoever reads the lines reads the traffic.
@FunctionalInterface
public interface KeyLog {
  /// Called during handshakes, by many threads at once; must not throw.
  ///
  /// @param line such as `CLIENT_TRAFFIC_SECRET_0 <client random> <secret>`, without a line end
  void log(String line);
}
