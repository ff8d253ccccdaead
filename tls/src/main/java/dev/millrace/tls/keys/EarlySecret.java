package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;

/// The first stage of the key schedule of TLS 1.3 (RFC 8446, section 7.1): all that is secret is
/// the pre-shared key, if there is one.
///
/// Each stage of the schedule is a type, and one leads to the next:
///
///     EarlySecret --withKeyExchange--> HandshakeSecret --master--> MasterSecret
///
/// So no secret can be asked of a stage that has not been reached. Going on zeroes the stage that
/// is left, along with what went into the next one: what belongs to a stage is taken from it before.
/// Asking a stage that is zeroed throws [IllegalStateException].
///
/// Stages are for one thread at a time; whoever holds one closes it or goes on.
public final class EarlySecret implements AutoCloseable {
  private static final Label EARLY_TRAFFIC = Label.of("c e traffic");
  private static final Label EARLY_EXPORTER = Label.of("e exp master");

  private final KeyDerivation derivation;
  private final StageSecret secret;

  private EarlySecret(KeyDerivation derivation, Secret psk) {
    this.derivation = derivation;
    this.secret = StageSecret.first(derivation, psk);
  }

  /// That of a handshake without a pre-shared key.
  public static EarlySecret withoutPsk(CryptoServices services, HashAlgorithm hash) {
    KeyDerivation derivation = new KeyDerivation(services, hash);
    try (Secret zeros = derivation.zeros()) {
      return new EarlySecret(derivation, zeros);
    }
  }

  /// That of a handshake with a pre-shared key.
  ///
  /// @param psk stays the caller's, as it may serve other connections
  public static EarlySecret ofPsk(CryptoServices services, HashAlgorithm hash, Secret psk) {
    return new EarlySecret(new KeyDerivation(services, hash), psk);
  }

  /// What [Binder] proves the possession of the pre-shared key with.
  public Secret binderKey(PskKind kind) {
    return secret.derive(kind.label());
  }

  /// Protects early data.
  ///
  /// @param clientHelloHash the transcript hash of the whole ClientHello
  public TrafficSecret clientEarlyTraffic(byte[] clientHelloHash) {
    return secret.traffic(EARLY_TRAFFIC, clientHelloHash);
  }

  /// The early exporter secret, for a key log.
  ///
  /// @param clientHelloHash the transcript hash of the whole ClientHello
  public Secret earlyExporter(byte[] clientHelloHash) {
    return secret.derive(EARLY_EXPORTER, clientHelloHash);
  }

  /// The next stage. This one and the shared secret are zeroed.
  ///
  /// @param sharedSecret of the key exchange
  public HandshakeSecret withKeyExchange(Secret sharedSecret) {
    try (this;
        sharedSecret) {
      return new HandshakeSecret(derivation, secret.next(sharedSecret));
    }
  }

  /// The next stage, if there was no key exchange but only a pre-shared key (`psk_ke`). This one is
  /// zeroed.
  public HandshakeSecret withoutKeyExchange() {
    return withKeyExchange(derivation.zeros());
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "EarlySecret[" + derivation.hash() + "]";
  }
}
