package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Hmac;
import dev.millrace.tls.crypto.Secret;
import org.jspecify.annotations.Nullable;

/// What a stage of the key schedule holds (RFC 8446, section 7.1): an HMAC that has its secret for
/// a key, which is all that a stage is needed for. It goes from stage to stage.
///
/// For one thread at a time, but that both directions of a connection may close it at once.
final class StageSecret implements AutoCloseable {
  private static final Label DERIVED = Label.of("derived");

  private final KeyDerivation derivation;
  private @Nullable Hmac keyed;

  /// @param salted has the salt for its key, and becomes this one's own
  private StageSecret(KeyDerivation derivation, Hmac salted, Secret added) {
    this.derivation = derivation;
    try (Secret secret = new Secret(salted.update(added).doFinal())) {
      this.keyed = salted.with(secret);
    }
  }

  /// The first stage.
  ///
  /// @param psk stays the caller's
  static StageSecret first(KeyDerivation derivation, Secret psk) {
    try (Secret salt = derivation.zeros()) {
      return new StageSecret(derivation, derivation.services().hmac(derivation.hash(), salt), psk);
    }
  }

  /// The next stage. This one is closed.
  ///
  /// @param added what comes into the schedule there; stays the caller's
  StageSecret next(Secret added) {
    try (this;
        Secret salt = derive(DERIVED)) {
      Hmac salted = keyed().with(salt);
      keyed = null;
      return new StageSecret(derivation, salted, added);
    }
  }

  /// Derive-Secret.
  ///
  /// @param transcriptHash of the messages
  /// @throws IllegalStateException if it is closed
  Secret derive(Label label, byte[] transcriptHash) {
    return new Secret(
        derivation.expandLabel(keyed(), label, transcriptHash, derivation.hash().length()));
  }

  /// Derive-Secret of no messages.
  Secret derive(Label label) {
    return derive(label, derivation.hashOfNothing());
  }

  /// The traffic secret of a label.
  TrafficSecret traffic(Label label, byte[] transcriptHash) {
    return new TrafficSecret(derivation, derive(label, transcriptHash));
  }

  private Hmac keyed() {
    if (keyed == null) {
      throw new IllegalStateException("the stage is closed");
    }
    return keyed;
  }

  @Override
  public synchronized void close() {
    if (keyed != null) {
      keyed.close(); // twice, and two would have it
      keyed = null;
    }
  }
}
