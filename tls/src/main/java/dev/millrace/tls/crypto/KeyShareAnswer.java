package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.NamedGroup;

/// What a TLS 1.3 server makes of a client's key share: the share that it sends back, and the
/// secret that both then have.
public final class KeyShareAnswer implements AutoCloseable {
  private final byte[] publicValue;
  private final Secret sharedSecret;

  private KeyShareAnswer(byte[] publicValue, Secret sharedSecret) {
    this.publicValue = publicValue;
    this.sharedSecret = sharedSecret;
  }

  /// Answers a client's share.
  ///
  /// @throws PeerMisbehaved if the client's share is not a valid one of the group
  /// @throws LocalFailure if no provider has the group, or the one that has it fails
  public static KeyShareAnswer answer(CryptoServices services, NamedGroup group, byte[] clientShare)
      throws TlsFailure {
    CurveAgreement agreement = services.agreement(Curve.of(group));
    return switch (group) {
      case X25519MLKEM768 -> hybrid(services.mlKem(), agreement, clientShare);
      case X25519, SECP256R1, SECP384R1, SECP521R1 -> {
        EphemeralKey ours = agreement.generate();
        byte[] secret = agreement.agree(ours.privateKey(), clientShare);
        yield new KeyShareAnswer(ours.publicValue(), new Secret(secret));
      }
    };
  }

  private static KeyShareAnswer hybrid(MlKem768 mlKem, CurveAgreement agreement, byte[] clientShare)
      throws TlsFailure {
    byte[] encapsulationKey = Hybrid.mlKemOf(clientShare, MlKem768.ENCAPSULATION_KEY_LENGTH);
    MlKem768.Encapsulation encapsulation = mlKem.encapsulate(encapsulationKey);
    EphemeralKey ours = agreement.generate();
    byte[] x25519 = agreement.agree(ours.privateKey(), Hybrid.x25519Of(clientShare));
    return new KeyShareAnswer(
        Hybrid.join(encapsulation.ciphertext(), ours.publicValue()),
        Hybrid.secret(encapsulation.secret(), x25519));
  }

  /// What the client is sent; not a copy, not to be changed.
  public byte[] publicValue() {
    return publicValue;
  }

  /// The secret shared with the client.
  public Secret sharedSecret() {
    return sharedSecret;
  }

  /// Zeroes the secret.
  @Override
  public void close() {
    sharedSecret.close();
  }

  @Override
  public String toString() {
    return "KeyShareAnswer[" + publicValue.length + " bytes]";
  }
}
