package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Unimplemented;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/// One side of one connection.
public interface Endpoint {

  /// The engine, configured and ready for its handshake.
  SSLEngine engine();

  /// What is known of the connection by now.
  Outcome outcome();

  /// How many bytes of what the application writes first were sent already, as early data.
  default int earlyBytes() {
    return 0;
  }

  /// The first secrets that application data of a client of TLS 1.3 is protected with.
  ///
  /// @throws Unimplemented if they are not told
  TrafficSecrets trafficSecrets();

  /// Makes the engine want to send a KeyUpdate that asks for none in return.
  ///
  /// @throws SSLException if the connection cannot
  void updateKeys() throws SSLException;

  /// Secrets as RFC 8446, section 7.1, derives them.
  ///
  /// @param read of what comes in
  /// @param write of what goes out
  record TrafficSecrets(byte[] read, byte[] write) {}
}
