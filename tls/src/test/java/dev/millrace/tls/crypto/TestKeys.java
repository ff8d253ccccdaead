package dev.millrace.tls.crypto;

import dev.millrace.tls.wire.SignatureScheme;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Key pairs, each made once.
final class TestKeys {
  private static final Map<String, KeyPair> MADE = new ConcurrentHashMap<>();

  private TestKeys() {}

  static KeyPair of(SignatureScheme scheme) {
    return switch (scheme) {
      case ECDSA_SECP256R1_SHA256 -> ec("secp256r1");
      case ECDSA_SECP384R1_SHA384 -> ec("secp384r1");
      case ECDSA_SECP521R1_SHA512 -> ec("secp521r1");
      case ED25519 -> edDsa("Ed25519");
      case RSA_PSS_PSS_SHA256, RSA_PSS_PSS_SHA384, RSA_PSS_PSS_SHA512 -> rsaPss(null);
      default -> rsa();
    };
  }

  static KeyPair ec(String curve) {
    return make("EC", new ECGenParameterSpec(curve), curve);
  }

  static KeyPair edDsa(String curve) {
    return make(curve, null, curve);
  }

  static KeyPair rsa() {
    return rsa(2048);
  }

  static KeyPair rsa(int bits) {
    return make("RSA", new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4), "RSA" + bits);
  }

  /// @param scheme that the key is bound to, or null
  static KeyPair rsaPss(@Nullable SignatureScheme scheme) {
    return make(
        "RSASSA-PSS",
        new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4, parameters(scheme)),
        "PSS" + scheme);
  }

  private static @Nullable PSSParameterSpec parameters(@Nullable SignatureScheme scheme) {
    if (scheme == null) {
      return null;
    }
    int bits = 8 * SignatureAlgorithm.hashLength(scheme);
    return new PSSParameterSpec(
        "SHA-" + bits, "MGF1", new MGF1ParameterSpec("SHA-" + bits), bits / 8, 1);
  }

  private static KeyPair make(
      String algorithm, @Nullable AlgorithmParameterSpec parameters, String name) {
    return MADE.computeIfAbsent(
        name,
        ignored -> {
          try {
            KeyPairGenerator generator = generator(algorithm);
            if (parameters != null) {
              generator.initialize(parameters);
            }
            return generator.generateKeyPair();
          } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
          }
        });
  }

  /// The JDK makes RSA keys of any number of bits.
  private static KeyPairGenerator generator(String algorithm) throws GeneralSecurityException {
    return algorithm.startsWith("RSA")
        ? KeyPairGenerator.getInstance(algorithm, "SunRsaSign")
        : KeyPairGenerator.getInstance(algorithm);
  }
}
