package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.NamedGroup;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A key share of ours that waits for the peer's: what a TLS 1.3 client offers, and what either
/// side of ECDHE in TLS 1.2 sends. It belongs to one handshake.
///
/// Private keys of the JCA cannot be zeroed; closing lets go of them.
///
/// Not safe for use by several threads.
public final class LocalKeyShare implements AutoCloseable {
  private final CryptoServices services;
  private final NamedGroup group;
  private final byte[] publicValue;
  private @Nullable PrivateKey curveKey;
  private @Nullable PrivateKey mlKemKey;

  private LocalKeyShare(
      CryptoServices services, NamedGroup group, EphemeralKey curve, @Nullable EphemeralKey mlKem) {
    this.services = services;
    this.group = group;
    this.curveKey = curve.privateKey();
    this.mlKemKey = mlKem == null ? null : mlKem.privateKey();
    this.publicValue =
        mlKem == null ? curve.publicValue() : Hybrid.join(mlKem.publicValue(), curve.publicValue());
  }

  /// A fresh share.
  ///
  /// @throws LocalFailure if no provider has the group, or the one that has it fails
  public static LocalKeyShare generate(CryptoServices services, NamedGroup group)
      throws LocalFailure {
    return generate(services, group, services.agreement(Curve.of(group)).generate());
  }

  /// Fresh shares, in the order of the groups. X25519MLKEM768 and X25519 have one X25519 key pair
  /// between them, which saves its making: RFC 9954, section 3.2, allows a component to be in more
  /// than one share of a ClientHello.
  ///
  /// @throws LocalFailure if no provider has one of the groups, or the one that has it fails
  public static List<LocalKeyShare> generate(CryptoServices services, List<NamedGroup> groups)
      throws LocalFailure {
    List<LocalKeyShare> shares = new ArrayList<>(groups.size());
    EphemeralKey x25519 = null;
    for (NamedGroup group : groups) {
      Curve curve = Curve.of(group);
      EphemeralKey key;
      if (curve == Curve.X25519 && x25519 != null) {
        key = x25519;
      } else {
        key = services.agreement(curve).generate();
      }
      if (curve == Curve.X25519) {
        x25519 = key;
      }
      shares.add(generate(services, group, key));
    }
    return List.copyOf(shares);
  }

  private static LocalKeyShare generate(
      CryptoServices services, NamedGroup group, EphemeralKey curve) throws LocalFailure {
    return switch (group) {
      case X25519MLKEM768 -> new LocalKeyShare(services, group, curve, services.mlKem().generate());
      case X25519, SECP256R1, SECP384R1, SECP521R1 ->
          new LocalKeyShare(services, group, curve, null);
    };
  }

  public NamedGroup group() {
    return group;
  }

  /// What the peer is sent; not a copy, not to be changed.
  public byte[] publicValue() {
    return publicValue;
  }

  /// The secret shared with the peer.
  ///
  /// @param peerShare what the peer sent
  /// @throws PeerMisbehaved if the peer's share is not a valid one of this group
  /// @throws IllegalStateException if this is closed
  public Secret agree(byte[] peerShare) throws TlsFailure {
    PrivateKey ours = curveKey;
    if (ours == null) {
      throw new IllegalStateException("the key share is closed");
    }
    CurveAgreement agreement = services.agreement(Curve.of(group));
    if (mlKemKey == null) {
      return new Secret(agreement.agree(ours, peerShare));
    }
    byte[] ciphertext = Hybrid.mlKemOf(peerShare, MlKem768.CIPHERTEXT_LENGTH);
    byte[] x25519 = agreement.agree(ours, Hybrid.x25519Of(peerShare));
    return Hybrid.secret(services.mlKem().decapsulate(mlKemKey, ciphertext), x25519);
  }

  @Override
  public void close() {
    curveKey = null;
    mlKemKey = null;
  }

  @Override
  public String toString() {
    return "LocalKeyShare[" + group.wireName() + "]";
  }
}
