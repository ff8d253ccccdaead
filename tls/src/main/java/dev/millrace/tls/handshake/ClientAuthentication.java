package dev.millrace.tls.handshake;

/// Whether a server asks for the client's certificate.
public enum ClientAuthentication {
  NONE,
  /// Asked for, but the client may have none.
  WANT,
  NEED
}
