package dev.millrace.conformance.stack;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/// One side of one connection.
public interface Endpoint {

  /// The engine, configured and ready for its handshake.
  SSLEngine engine();

  /// What is known of the connection by now.
  Outcome outcome();

  /// Whether what the application writes first was given to the engine before, as early data.
  default boolean tookInitialWrite() {
    return false;
  }

  /// Makes the engine want to send a KeyUpdate that asks for none in return.
  ///
  /// @throws SSLException if the connection cannot
  void updateKeys() throws SSLException;
}
