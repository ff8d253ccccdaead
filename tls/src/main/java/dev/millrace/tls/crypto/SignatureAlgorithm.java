package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.InvalidAlgorithmParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import org.jspecify.annotations.Nullable;

/// A signature scheme, as one provider has it.
///
/// Immutable, and safe for use by several threads.
final class SignatureAlgorithm {
  private static final int KEPT = 32;

  private final String name;
  private final @Nullable PSSParameterSpec parameters;
  private final Provider provider;
  private final Pool<Signature> pool;

  /// @param name what the JCA calls it
  /// @param nameHere what this provider calls it
  /// @param parameters that it needs once there is a key, or null if it needs none
  private SignatureAlgorithm(
      String name, String nameHere, @Nullable PSSParameterSpec parameters, Provider provider) {
    this.name = name;
    this.parameters = parameters;
    this.provider = provider;
    this.pool = new Pool<>(KEPT, () -> make(nameHere, provider));
  }

  /// @throws NoSuchAlgorithmException if the provider does not have it
  static SignatureAlgorithm by(Provider provider, SignatureScheme scheme)
      throws NoSuchAlgorithmException {
    String name = scheme.algorithm();
    String nameHere =
        provider.getService("Signature", name) == null ? nameInConscrypt(scheme) : name;
    Signature.getInstance(nameHere, provider);
    return new SignatureAlgorithm(name, nameHere, parametersOf(scheme), provider);
  }

  private static Signature make(String nameHere, Provider provider) {
    try {
      return Signature.getInstance(nameHere, provider);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  Provider provider() {
    return provider;
  }

  /// A signature that accepts the keys that this provider can work with; for one use, and then for
  /// [#free], unless it failed. It may keep the key, which is not one of a connection.
  Signature here() {
    return pool.take();
  }

  void free(Signature signature) {
    pool.give(signature);
  }

  /// A signature that looks for its provider when it gets its key.
  Signature anywhere() throws NoSuchAlgorithmException {
    return Signature.getInstance(name);
  }

  /// Tells a signature that has its key the parameters.
  void parameterize(Signature signature) throws InvalidAlgorithmParameterException {
    if (parameters != null) {
      signature.setParameter(parameters);
    }
  }

  /// Bytes of the hash that a scheme signs, or 0 for Ed25519, which takes the content itself.
  static int hashLength(SignatureScheme scheme) {
    return switch (scheme) {
      case ECDSA_SECP256R1_SHA256, RSA_PSS_RSAE_SHA256, RSA_PSS_PSS_SHA256, RSA_PKCS1_SHA256 -> 32;
      case ECDSA_SECP384R1_SHA384, RSA_PSS_RSAE_SHA384, RSA_PSS_PSS_SHA384, RSA_PKCS1_SHA384 -> 48;
      case ECDSA_SECP521R1_SHA512, RSA_PSS_RSAE_SHA512, RSA_PSS_PSS_SHA512, RSA_PKCS1_SHA512 -> 64;
      case ED25519 -> 0;
    };
  }

  /// Conscrypt has a name of its own for RSASSA-PSS with each hash.
  private static String nameInConscrypt(SignatureScheme scheme) {
    return parametersOf(scheme) == null
        ? scheme.algorithm()
        : "SHA" + 8 * hashLength(scheme) + "withRSA/PSS";
  }

  private static @Nullable PSSParameterSpec parametersOf(SignatureScheme scheme) {
    if (!scheme.algorithm().equals("RSASSA-PSS")) {
      return null;
    }
    // RFC 8446, section 4.2.3: "The length of the Salt MUST be equal to the length of the output of
    // the digest algorithm."
    int saltLength = hashLength(scheme);
    String hash = "SHA-" + 8 * saltLength;
    return new PSSParameterSpec(
        hash, "MGF1", new MGF1ParameterSpec(hash), saltLength, PSSParameterSpec.TRAILER_FIELD_BC);
  }
}
