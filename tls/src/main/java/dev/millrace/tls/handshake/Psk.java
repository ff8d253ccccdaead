package dev.millrace.tls.handshake;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.keys.Binder;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.PskKind;
import dev.millrace.tls.wire.HashAlgorithm;
import org.jspecify.annotations.Nullable;

/// A pre-shared key of TLS 1.3 (RFC 8446, section 4.2.11).
///
/// @param identity by which the client names it
/// @param secret the session's or the application's, not to be closed
/// @param session that it belongs to, or null if it is an external one
/// @param external what was configured, or null if it belongs to a session
record Psk(
    byte[] identity,
    Secret secret,
    HashAlgorithm hash,
    PskKind kind,
    @Nullable ResumableSession session,
    @Nullable ExternalPsk external) {

  static Psk of(ResumableSession session) {
    return new Psk(
        session.handle(),
        session.secret(),
        session.suite().hash(),
        PskKind.RESUMPTION,
        session,
        null);
  }

  static Psk of(ExternalPsk external) {
    PskKind kind = external.isImported() ? PskKind.IMPORTED : PskKind.EXTERNAL;
    Secret secret = (Secret) external.key();
    return new Psk(external.identity(), secret, hashOf(external), kind, null, external);
  }

  /// The hash of the suites that an external key goes with.
  static HashAlgorithm hashOf(ExternalPsk external) {
    return switch (external.hash()) {
      case SHA256 -> HashAlgorithm.SHA256;
      case SHA384 -> HashAlgorithm.SHA384;
    };
  }

  EarlySecret earlySecret(CryptoServices crypto) {
    return EarlySecret.ofPsk(crypto, hash, secret);
  }

  /// The proof that the client has the key.
  ///
  /// @param truncatedHash of the transcript up to the binders
  byte[] binder(CryptoServices crypto, byte[] truncatedHash) {
    try (EarlySecret early = earlySecret(crypto);
        Secret key = early.binderKey(kind)) {
      return Binder.of(crypto, hash, key, truncatedHash);
    }
  }

  /// Who the server was in the full handshake; null with an external key.
  @Nullable Identity local() {
    return session == null ? null : session.local();
  }

  /// Who the peer was in the full handshake; nobody with an external key.
  Authenticated peer() {
    return session == null ? Authenticated.NOBODY : Authenticated.peerBefore(session);
  }

  @Override
  public String toString() {
    return "Psk[" + kind + "]";
  }
}
