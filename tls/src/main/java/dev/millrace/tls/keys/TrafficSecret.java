package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Hmac;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.AeadAlgorithm;

/// What the records of one direction are protected with (RFC 8446, section 7.3).
///
/// For one thread at a time; whoever holds it closes it.
public final class TrafficSecret implements AutoCloseable {
  private static final Label KEY = Label.of("key");
  private static final Label IV = Label.of("iv");
  private static final Label UPDATE = Label.of("traffic upd");
  private static final byte[] NO_CONTEXT = {};

  private final KeyDerivation derivation;
  private final Secret secret;

  TrafficSecret(KeyDerivation derivation, Secret secret) {
    this.derivation = derivation;
    this.secret = secret;
  }

  /// The key and the IV for records.
  public RecordKeys keys(AeadAlgorithm aead) {
    try (Hmac keyed = derivation.services().hmac(derivation.hash(), secret)) {
      return new RecordKeys(
          new Secret(derivation.expandLabel(keyed, KEY, aead.keyLength())),
          derivation.expandLabel(keyed, IV, AeadAlgorithm.NONCE_LENGTH));
    }
  }

  /// The secret after a KeyUpdate. This one is zeroed.
  ///
  /// RFC 8446, section 7.2: "Once client_/server_application_traffic_secret_N+1 and its associated
  /// traffic keys have been computed, implementations SHOULD delete
  /// client_/server_application_traffic_secret_N and its associated traffic keys."
  public TrafficSecret next() {
    try (this) {
      return new TrafficSecret(derivation, derivation.deriveSecret(secret, UPDATE, NO_CONTEXT));
    }
  }

  /// The `verify_data` of a Finished in this direction, if this protects a handshake.
  ///
  /// @param transcriptHash of all messages before that Finished
  public byte[] finished(byte[] transcriptHash) {
    return derivation.verifyData(secret, transcriptHash);
  }

  /// A copy of the bytes, for a key log. The caller zeroes it.
  public byte[] bytes() {
    return secret.getEncoded();
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "TrafficSecret[" + derivation.hash() + "]";
  }
}
