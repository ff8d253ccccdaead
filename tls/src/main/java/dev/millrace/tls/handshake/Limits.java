package dev.millrace.tls.handshake;

/// The bounds of what a peer may send.
///
/// @param handshakeMessage bytes of a handshake message
/// @param certificateChain certificates of a peer
public record Limits(int handshakeMessage, int certificateChain) {
  /// What the JDK has: 32 KiB, and ten certificates.
  public static final Limits DEFAULT = new Limits(32768, 10);
}
