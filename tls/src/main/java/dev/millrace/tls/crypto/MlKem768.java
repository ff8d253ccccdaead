package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import javax.crypto.KEM;

/// ML-KEM-768 (FIPS 203), by one provider.
record MlKem768(Provider provider, SecureRandom random) {
  static final int ENCAPSULATION_KEY_LENGTH = 1184;
  static final int CIPHERTEXT_LENGTH = 1088;
  static final int SECRET_LENGTH = 32;

  private static final String ALGORITHM = "ML-KEM-768";
  private static final PublicKeyEncoding ENCODING =
      new PublicKeyEncoding(
          "308204b2300b0609608648016503040402038204a100", ENCAPSULATION_KEY_LENGTH);

  /// @throws GeneralSecurityException if the provider lacks any part of it
  static MlKem768 by(Provider provider, SecureRandom random) throws GeneralSecurityException {
    KeyFactory.getInstance(ALGORITHM, provider);
    KEM.getInstance(ALGORITHM, provider);
    KeyPairGenerator.getInstance(ALGORITHM, provider)
        .initialize(NamedParameterSpec.ML_KEM_768, random);
    return new MlKem768(provider, random);
  }

  EphemeralKey generate() throws LocalFailure {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM, provider);
      generator.initialize(NamedParameterSpec.ML_KEM_768, random);
      KeyPair pair = generator.generateKeyPair();
      return new EphemeralKey(pair.getPrivate(), ENCODING.valueOf(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  /// A fresh secret for whoever has the private key.
  ///
  /// @param ciphertext carries the secret to them
  /// @param secret the caller's own
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Encapsulation(byte[] ciphertext, byte[] secret) {
    @Override
    public String toString() {
      return "Encapsulation";
    }
  }

  /// Makes a secret for the holder of the private key of an encapsulation key.
  ///
  /// @throws PeerMisbehaved if the encapsulation key is not valid: the check of FIPS 203, section
  ///   7.2, that every coefficient is below the modulus, is the provider's
  Encapsulation encapsulate(byte[] encapsulationKey) throws TlsFailure {
    var keySpec = ENCODING.keySpec(encapsulationKey);
    KeyFactory factory;
    KEM kem;
    try {
      factory = KeyFactory.getInstance(ALGORITHM, provider);
      kem = KEM.getInstance(ALGORITHM, provider);
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
    try {
      PublicKey key = factory.generatePublic(keySpec);
      KEM.Encapsulated made = kem.newEncapsulator(key, random).encapsulate();
      return new Encapsulation(made.encapsulation(), made.key().getEncoded());
    } catch (GeneralSecurityException | RuntimeException e) {
      // Nothing but the peer's key is new here, so it is to blame.
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
  }

  /// The secret in a ciphertext. If the ciphertext is not what the peer made, it is another secret
  /// (implicit rejection, FIPS 203, section 6.3), and the handshake fails at the first record that
  /// is protected under it.
  ///
  /// @param ciphertext of the right length
  byte[] decapsulate(PrivateKey key, byte[] ciphertext) throws LocalFailure {
    try {
      return KEM.getInstance(ALGORITHM, provider)
          .newDecapsulator(key)
          .decapsulate(ciphertext)
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  private LocalFailure failed(Exception cause) {
    return new LocalFailure(provider.getName() + " failed with " + ALGORITHM, cause);
  }
}
