package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
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
/// @param takesParameters whether the key pair generator can be told the curve and the source of
///   randomness; otherwise its name says the curve
record CurveAgreement(
    Curve curve, Provider provider, SecureRandom random, boolean takesParameters) {

  private static final byte UNCOMPRESSED = 4;

  /// @throws GeneralSecurityException if the provider lacks any part of it
  static CurveAgreement by(Provider provider, Curve curve, SecureRandom random)
      throws GeneralSecurityException {
    KeyFactory.getInstance(curve.keyAlgorithm(), provider);
    KeyAgreement.getInstance(curve.agreementAlgorithm(), provider);
    KeyPairGenerator generator = KeyPairGenerator.getInstance(curve.keyAlgorithm(), provider);
    try {
      generator.initialize(curve.parameters(), random);
      return new CurveAgreement(curve, provider, random, true);
    } catch (InvalidAlgorithmParameterException e) {
      if (curve != Curve.X25519) {
        throw e;
      }
      return new CurveAgreement(curve, provider, random, false);
    }
  }

  EphemeralKey generate() throws LocalFailure {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(curve.keyAlgorithm(), provider);
      if (takesParameters) {
        generator.initialize(curve.parameters(), random);
      }
      KeyPair pair = generator.generateKeyPair();
      return new EphemeralKey(pair.getPrivate(), curve.encoding().valueOf(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  /// The shared secret: the x coordinate in the length of the curve's field, or what X25519 gives.
  ///
  /// RFC 8446, section 7.4.2: "leading zeros found in this octet string MUST NOT be truncated."
  ///
  /// @throws PeerMisbehaved if the peer's value is not a point to agree with
  byte[] agree(PrivateKey ours, byte[] peers) throws TlsFailure {
    KeyFactory factory;
    KeyAgreement agreement;
    try {
      factory = KeyFactory.getInstance(curve.keyAlgorithm(), provider);
      agreement = KeyAgreement.getInstance(curve.agreementAlgorithm(), provider);
      agreement.init(ours, random);
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
    byte[] secret = agree(factory, agreement, peers);
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
  private byte[] agree(KeyFactory factory, KeyAgreement agreement, byte[] peers)
      throws PeerMisbehaved {
    var keySpec = curve.encoding().keySpec(peers);
    if (curve != Curve.X25519 && peers[0] != UNCOMPRESSED) {
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
    try {
      PublicKey key = factory.generatePublic(keySpec);
      agreement.doPhase(key, true);
      return agreement.generateSecret();
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

  private LocalFailure failed(Exception cause) {
    return new LocalFailure(provider.getName() + " failed with " + curve, cause);
  }
}
