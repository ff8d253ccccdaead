package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.pool.Pool;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import javax.crypto.KeyAgreement;

/// Diffie-Hellman over one curve, by one provider (RFC 8446, section 7.4.2; RFC 8422, section
/// 5.10).
///
/// What the provider does it with is made once and kept in a pool, each for one use at a time.
///
/// Immutable, and safe for use by several threads.
final class CurveAgreement {
  private static final int KEPT = 32;
  private static final byte UNCOMPRESSED = 4;

  private final Curve curve;
  private final Provider provider;
  private final SecureRandom random;
  private final Pool<Instruments> pool;

  /// The key that an agreement is left with, so that it does not keep one of a connection.
  private final PrivateKey nobodys;

  private record Instruments(
      KeyPairGenerator generator, KeyFactory factory, KeyAgreement agreement) {}

  private CurveAgreement(Curve curve, Provider provider, SecureRandom random)
      throws GeneralSecurityException {
    this.curve = curve;
    this.provider = provider;
    this.random = random;
    this.pool = new Pool<>(KEPT, this::instruments);
    Instruments first = make();
    this.nobodys = first.generator.generateKeyPair().getPrivate();
    pool.give(first);
  }

  /// @throws GeneralSecurityException if the provider lacks any part of it
  static CurveAgreement by(Provider provider, Curve curve, SecureRandom random)
      throws GeneralSecurityException {
    return new CurveAgreement(curve, provider, random);
  }

  Curve curve() {
    return curve;
  }

  Provider provider() {
    return provider;
  }

  private Instruments instruments() {
    try {
      return make();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Instruments make() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(curve.keyAlgorithm(), provider);
    try {
      generator.initialize(curve.parameters(), random);
    } catch (InvalidAlgorithmParameterException e) {
      // Where a generator of X25519 cannot be told the curve, its name says it.
      if (curve != Curve.X25519) {
        throw e;
      }
    }
    return new Instruments(
        generator,
        KeyFactory.getInstance(curve.keyAlgorithm(), provider),
        KeyAgreement.getInstance(curve.agreementAlgorithm(), provider));
  }

  EphemeralKey generate() throws LocalFailure {
    Instruments instruments = pool.take();
    KeyPair pair = instruments.generator.generateKeyPair();
    pool.give(instruments);
    return new EphemeralKey(pair.getPrivate(), curve.encoding().valueOf(pair.getPublic()));
  }

  /// The shared secret: the x coordinate in the length of the curve's field, or what X25519 gives.
  ///
  /// RFC 8446, section 7.4.2: "leading zeros found in this octet string MUST NOT be truncated."
  ///
  /// @throws PeerMisbehaved if the peer's value is not a point to agree with
  byte[] agree(PrivateKey ours, byte[] peers) throws TlsFailure {
    Instruments instruments = pool.take();
    byte[] secret;
    try {
      instruments.agreement.init(ours, random);
      secret = agree(instruments, peers);
      instruments.agreement.init(nobodys, random);
    } catch (GeneralSecurityException e) {
      throw new LocalFailure(provider.getName() + " failed with " + curve, e);
    }
    pool.give(instruments);
    // RFC 8446, section 7.4.2: "Implementations MUST check whether the computed Diffie-Hellman
    // shared secret is the all-zero value and abort if so"
    if (curve == Curve.X25519 && isZero(secret)) {
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
    return secret;
  }

  // RFC 8446, section 4.2.8.2: "For the curves secp256r1, secp384r1, and secp521r1, peers MUST
  // validate each other's public value Q by ensuring that the point is a valid point on the
  // elliptic curve."
  // The key factory or the agreement does: the tests hold every provider that is there to it.
  private byte[] agree(Instruments instruments, byte[] peers) throws PeerMisbehaved {
    var keySpec = curve.encoding().keySpec(peers);
    if (curve != Curve.X25519 && peers[0] != UNCOMPRESSED) {
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
    try {
      PublicKey key = instruments.factory.generatePublic(keySpec);
      instruments.agreement.doPhase(key, true);
      return instruments.agreement.generateSecret();
    } catch (GeneralSecurityException | RuntimeException e) {
      // Nothing but the peer's value is new here, so it is to blame, in whatever way a provider
      // says so.
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
  }

  /// Whether all bytes are zero, in a time that does not depend on them.
  private static boolean isZero(byte[] bytes) {
    int bits = 0;
    for (byte b : bytes) {
      bits |= b;
    }
    return bits == 0;
  }

  @Override
  public String toString() {
    return "CurveAgreement[" + curve + " by " + provider.getName() + "]";
  }
}
