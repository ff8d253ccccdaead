package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;

/// Where handshakes start.
public final class Start {
  private Start() {}

  /// Sends a ClientHello.
  public static State client(Endpoint endpoint) throws TlsFailure {
    return AwaitServerHello.start(endpoint);
  }

  /// Waits for a ClientHello.
  public static State server(Endpoint endpoint) {
    return new AwaitClientHello(endpoint);
  }
}
