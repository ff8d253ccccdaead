package dev.millrace.tls;

import dev.millrace.tls.handshake.ResumableSession;

/// A session that can be resumed, as a [SessionStore] keeps it. Opaque: what is in it is for the
/// provider.
///
/// Immutable. It holds secrets: whoever has [#encode] can impersonate the client, and decrypt what
/// is resumed without a fresh key exchange.
public sealed interface StoredSession permits ResumableSession {
  /// All of it as bytes, for a store outside this process. The attributes that the application put
  /// into the [javax.net.ssl.SSLSession] are not among them.
  byte[] encode();

  /// What [#encode] gave.
  ///
  /// @throws IllegalArgumentException if the bytes are nothing of the kind, or from another release
  static StoredSession decode(byte[] encoded) {
    return ResumableSession.decode(encoded);
  }
}
