package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import org.jspecify.annotations.Nullable;

/// Signatures over handshakes (RFC 8446, section 4.2.3; RFC 5246, section 7.4.1.4.1).
///
/// The provider of [CryptoServices] is asked first. If it cannot work with a key, such as one that
/// never leaves a token, the JCA looks for a provider that can.
public final class Signatures {
  private Signatures() {}

  /// The signature of some content, which the scheme hashes.
  ///
  /// @param key may be of any provider, and need not have an encoding
  /// @throws LocalFailure if no provider can sign with this scheme and key, or the one that can
  ///   fails
  public static byte[] sign(
      CryptoServices services, SignatureScheme scheme, PrivateKey key, byte[] content)
      throws LocalFailure {
    SignatureAlgorithm algorithm = services.signature(scheme);
    try {
      Signature signature = signer(algorithm, key, services);
      algorithm.parameterize(signature);
      signature.update(content);
      byte[] value = signature.sign();
      free(algorithm, signature);
      return value;
    } catch (GeneralSecurityException | RuntimeException e) {
      // Tokens fail in unchecked ways too.
      throw new LocalFailure("cannot sign with " + scheme.wireName(), e);
    }
  }

  /// Checks a peer's signature.
  ///
  /// @param key the peer's, one that [#fits] the scheme
  /// @throws PeerMisbehaved with `BAD_SIGNATURE`, if the signature is not that of this content, or
  ///   no provider can work with the key
  /// @throws LocalFailure if no provider has the scheme
  public static void verify(
      CryptoServices services,
      SignatureScheme scheme,
      PublicKey key,
      byte[] content,
      byte[] signature)
      throws PeerMisbehaved, LocalFailure {
    SignatureAlgorithm algorithm = services.signature(scheme);
    if (!verifies(algorithm, key, content, signature)) {
      throw new PeerMisbehaved(Misbehaviour.BAD_SIGNATURE, scheme.wireName());
    }
  }

  /// The group of the curve that a key is on, or null if it is of another kind, or on another
  /// curve.
  public static @Nullable NamedGroup groupOf(Key key) {
    return KeyFitness.groupOf(key);
  }

  /// Whether a key can sign handshakes of a version with a scheme: it is of the scheme's algorithm,
  /// RSA keys are large enough for the hash, and in TLS 1.3 EC keys are on the scheme's curve.
  ///
  /// @param key a public key, or a private one; of a private key in a token little may be known, so
  ///   the public key in its certificate is the better to ask about
  public static boolean fits(SignatureScheme scheme, Key key, ProtocolVersion version) {
    return KeyFitness.fits(scheme, key, version);
  }

  private static Signature signer(
      SignatureAlgorithm algorithm, PrivateKey key, CryptoServices services)
      throws GeneralSecurityException {
    if (key.getFormat() != null) {
      try {
        Signature signature = algorithm.here();
        signature.initSign(key, services.random());
        return signature;
      } catch (InvalidKeyException e) {
        // The key is of another provider.
      }
    }
    Signature signature = algorithm.anywhere();
    signature.initSign(key, services.random());
    return signature;
  }

  private static boolean verifies(
      SignatureAlgorithm algorithm, PublicKey key, byte[] content, byte[] value) {
    try {
      Signature signature = verifier(algorithm, key);
      algorithm.parameterize(signature);
      signature.update(content);
      boolean verified = signature.verify(value);
      free(algorithm, signature);
      return verified;
    } catch (GeneralSecurityException | RuntimeException e) {
      // Key and signature are the peer's, so it is to blame, in whatever way a provider says so.
      return false;
    }
  }

  private static Signature verifier(SignatureAlgorithm algorithm, PublicKey key)
      throws GeneralSecurityException {
    try {
      Signature signature = algorithm.here();
      signature.initVerify(key);
      return signature;
    } catch (InvalidKeyException e) {
      Signature signature = algorithm.anywhere();
      signature.initVerify(key);
      return signature;
    }
  }

  @SuppressWarnings("ReferenceEquality") // providers compare by all their entries
  private static void free(SignatureAlgorithm algorithm, Signature signature) {
    if (signature.getProvider() == algorithm.provider()) {
      algorithm.free(signature);
    }
  }
}
