package dev.millrace.tls.crypto;

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
/// @param name what the JCA calls it
/// @param nameHere what this provider calls it
/// @param parameters that it needs once there is a key, or null if it needs none
record SignatureAlgorithm(
    String name, String nameHere, @Nullable PSSParameterSpec parameters, Provider provider) {

  /// @throws NoSuchAlgorithmException if the provider does not have it
  static SignatureAlgorithm by(Provider provider, SignatureScheme scheme)
      throws NoSuchAlgorithmException {
    String name = nameOf(scheme);
    String nameHere =
        provider.getService("Signature", name) == null ? nameInConscrypt(scheme) : name;
    Signature.getInstance(nameHere, provider);
    return new SignatureAlgorithm(name, nameHere, parametersOf(scheme), provider);
  }

  /// A signature that accepts the keys that this provider can work with.
  Signature here() throws NoSuchAlgorithmException {
    return Signature.getInstance(nameHere, provider);
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

  private static String nameOf(SignatureScheme scheme) {
    return switch (scheme) {
      case ECDSA_SECP256R1_SHA256 -> "SHA256withECDSA";
      case ECDSA_SECP384R1_SHA384 -> "SHA384withECDSA";
      case ECDSA_SECP521R1_SHA512 -> "SHA512withECDSA";
      case ED25519 -> "Ed25519";
      case RSA_PSS_RSAE_SHA256,
          RSA_PSS_RSAE_SHA384,
          RSA_PSS_RSAE_SHA512,
          RSA_PSS_PSS_SHA256,
          RSA_PSS_PSS_SHA384,
          RSA_PSS_PSS_SHA512 ->
          "RSASSA-PSS";
      case RSA_PKCS1_SHA256 -> "SHA256withRSA";
      case RSA_PKCS1_SHA384 -> "SHA384withRSA";
      case RSA_PKCS1_SHA512 -> "SHA512withRSA";
    };
  }

  /// Conscrypt has a name of its own for RSASSA-PSS with each hash.
  private static String nameInConscrypt(SignatureScheme scheme) {
    return parametersOf(scheme) == null
        ? nameOf(scheme)
        : "SHA" + 8 * hashLength(scheme) + "withRSA/PSS";
  }

  // RFC 8446, section 4.2.3: "The length of the Salt MUST be equal to the length of the output of
  // the digest algorithm."
  private static @Nullable PSSParameterSpec parametersOf(SignatureScheme scheme) {
    return switch (scheme) {
      case RSA_PSS_RSAE_SHA256, RSA_PSS_PSS_SHA256 -> pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
      case RSA_PSS_RSAE_SHA384, RSA_PSS_PSS_SHA384 -> pss("SHA-384", MGF1ParameterSpec.SHA384, 48);
      case RSA_PSS_RSAE_SHA512, RSA_PSS_PSS_SHA512 -> pss("SHA-512", MGF1ParameterSpec.SHA512, 64);
      case ECDSA_SECP256R1_SHA256,
          ECDSA_SECP384R1_SHA384,
          ECDSA_SECP521R1_SHA512,
          ED25519,
          RSA_PKCS1_SHA256,
          RSA_PKCS1_SHA384,
          RSA_PKCS1_SHA512 ->
          null;
    };
  }

  private static PSSParameterSpec pss(String hash, MGF1ParameterSpec mask, int saltLength) {
    return new PSSParameterSpec(hash, "MGF1", mask, saltLength, PSSParameterSpec.TRAILER_FIELD_BC);
  }
}
