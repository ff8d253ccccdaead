package dev.millrace.tls.crypto;

import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which keys can sign handshakes with which schemes (RFC 8446, section 4.2.3).
///
/// A private key in a token may tell nothing but its algorithm; then that decides, and what else
/// there is to know is known of the public key in its certificate.
final class KeyFitness {
  /// Bytes that RSASSA-PKCS1-v1_5 needs beside the hash: the DigestInfo of SHA-2 and 11 of padding
  /// (RFC 8017, section 9.2).
  private static final int PKCS1_OVERHEAD = 19 + 11;

  private static final Map<Curve, ECParameterSpec> CURVES = curves();

  private KeyFitness() {}

  static boolean fits(SignatureScheme scheme, Key key, ProtocolVersion version) {
    boolean tls13 = version == ProtocolVersion.TLS_1_3;
    if (tls13 && !scheme.signsTls13Handshakes()) {
      return false;
    }
    return switch (scheme) {
      case ECDSA_SECP256R1_SHA256 -> ecdsa(key, Curve.P256, tls13);
      case ECDSA_SECP384R1_SHA384 -> ecdsa(key, Curve.P384, tls13);
      case ECDSA_SECP521R1_SHA512 -> ecdsa(key, Curve.P521, tls13);
      case ED25519 -> ed25519(key);
      case RSA_PSS_RSAE_SHA256, RSA_PSS_RSAE_SHA384, RSA_PSS_RSAE_SHA512 ->
          isOf(key, "RSA") && hasRoomFor(key, pssLength(scheme));
      case RSA_PSS_PSS_SHA256, RSA_PSS_PSS_SHA384, RSA_PSS_PSS_SHA512 ->
          isOf(key, "RSASSA-PSS")
              && hasRoomFor(key, pssLength(scheme))
              && permits(key, SignatureAlgorithm.hashLength(scheme));
      case RSA_PKCS1_SHA256, RSA_PKCS1_SHA384, RSA_PKCS1_SHA512 ->
          isOf(key, "RSA")
              && hasRoomFor(key, SignatureAlgorithm.hashLength(scheme) + PKCS1_OVERHEAD);
    };
  }

  static @Nullable NamedGroup groupOf(Key key) {
    if (!isOf(key, "EC")) {
      return null;
    }
    return isOn(key, Curve.P256)
        ? NamedGroup.SECP256R1
        : isOn(key, Curve.P384)
            ? NamedGroup.SECP384R1
            : isOn(key, Curve.P521) ? NamedGroup.SECP521R1 : null;
  }

  /// In TLS 1.2 the scheme names a hash and the curve is free; in TLS 1.3 it names both.
  private static boolean ecdsa(Key key, Curve curve, boolean tls13) {
    return isOf(key, "EC") && (!tls13 || isOn(key, curve));
  }

  private static boolean isOn(Key key, Curve curve) {
    if (!(key instanceof ECKey ec) || ec.getParams() == null) {
      return key instanceof PrivateKey;
    }
    ECParameterSpec actual = ec.getParams();
    ECParameterSpec expected = CURVES.get(curve);
    return expected != null
        && actual.getCurve().equals(expected.getCurve())
        && actual.getGenerator().equals(expected.getGenerator())
        && actual.getOrder().equals(expected.getOrder());
  }

  /// Providers call such keys by the curve, by its object identifier, or by the family, in which
  /// the key itself says whether it is of Ed25519 or of Ed448.
  private static boolean ed25519(Key key) {
    return switch (key.getAlgorithm()) {
      case "Ed25519", "1.3.101.112" -> true;
      case "EdDSA" ->
          key instanceof EdECKey edEc
              ? edEc.getParams().getName().equals("Ed25519")
              : key instanceof PrivateKey;
      default -> false;
    };
  }

  private static boolean isOf(Key key, String algorithm) {
    return key.getAlgorithm().equals(algorithm);
  }

  /// RFC 8017, section 9.1.1: the encoded message holds the hash, a salt as long, and two bytes.
  private static int pssLength(SignatureScheme scheme) {
    return 2 * SignatureAlgorithm.hashLength(scheme) + 2;
  }

  private static boolean hasRoomFor(Key key, int length) {
    if (!(key instanceof RSAKey rsa) || rsa.getModulus() == null) {
      return key instanceof PrivateKey;
    }
    BigInteger modulus = rsa.getModulus();
    return (modulus.bitLength() - 1 + 7) / 8 >= length;
  }

  /// Whether the parameters in an RSASSA-PSS key, if there are any, allow a hash with a salt as
  /// long (RFC 4055, section 3.3).
  private static boolean permits(Key key, int hashLength) {
    if (!(key instanceof RSAKey rsa) || !(rsa.getParams() instanceof PSSParameterSpec pss)) {
      return true;
    }
    String hash = "SHA-" + 8 * hashLength;
    AlgorithmParameterSpec mask = pss.getMGFParameters();
    return pss.getDigestAlgorithm().equals(hash)
        && mask instanceof MGF1ParameterSpec mgf1
        && mgf1.getDigestAlgorithm().equals(hash)
        && pss.getSaltLength() <= hashLength;
  }

  private static Map<Curve, ECParameterSpec> curves() {
    Map<Curve, ECParameterSpec> specs = new EnumMap<>(Curve.class);
    for (Curve curve : new Curve[] {Curve.P256, Curve.P384, Curve.P521}) {
      ECParameterSpec spec = ProviderOrder.jdkFirst().first(p -> parametersOf(curve, p));
      if (spec != null) {
        specs.put(curve, spec);
      }
    }
    return specs;
  }

  private static ECParameterSpec parametersOf(Curve curve, Provider provider)
      throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC", provider);
    parameters.init(curve.parameters());
    return parameters.getParameterSpec(ECParameterSpec.class);
  }
}
