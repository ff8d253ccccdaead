package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Hmac;
import dev.millrace.tls.crypto.Secret;
import org.jspecify.annotations.Nullable;

/// What a stage of the key schedule holds (RFC 8446, section 7.1). Several secrets are derived from
/// it, so an HMAC that has it for a key stays with it once there is one.
///
/// For one thread at a time.
final class StageSecret implements AutoCloseable {
  private final KeyDerivation derivation;
  private final Secret secret;
  private @Nullable Hmac keyed;

  /// @param secret becomes this one's own
  StageSecret(KeyDerivation derivation, Secret secret) {
    this.derivation = derivation;
    this.secret = secret;
  }

  /// Derive-Secret.
  ///
  /// @param transcriptHash of the messages
  /// @throws IllegalStateException if it is closed
  Secret derive(Label label, byte[] transcriptHash) {
    Hmac hmac = keyed;
    if (hmac == null) {
      hmac = derivation.services().hmac(derivation.hash(), secret);
      keyed = hmac;
    }
    return new Secret(
        derivation.expandLabel(hmac, label, transcriptHash, derivation.hash().length()));
  }

  /// Derive-Secret of no messages.
  Secret derive(Label label) {
    return derive(label, derivation.hashOfNothing());
  }

  /// The traffic secret of a label.
  TrafficSecret traffic(Label label, byte[] transcriptHash) {
    return new TrafficSecret(derivation, derive(label, transcriptHash));
  }

  @Override
  public void close() {
    secret.close();
    if (keyed != null) {
      keyed.close();
      keyed = null;
    }
  }
}
