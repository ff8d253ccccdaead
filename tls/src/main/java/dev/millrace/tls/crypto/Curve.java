package dev.millrace.tls.crypto;

import dev.millrace.tls.wire.NamedGroup;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;

/// The elliptic curves, with what the JCA calls them and how their public values look on the wire
/// (RFC 8446, section 4.2.8.2; the same in TLS 1.2).
enum Curve {
  X25519("X25519", NamedParameterSpec.X25519, 32, "302a300506032b656e032100"),
  P256(
      "EC",
      new ECGenParameterSpec("secp256r1"),
      65,
      "3059301306072a8648ce3d020106082a8648ce3d030107034200"),
  P384(
      "EC",
      new ECGenParameterSpec("secp384r1"),
      97,
      "3076301006072a8648ce3d020106052b81040022036200"),
  P521(
      "EC",
      new ECGenParameterSpec("secp521r1"),
      133,
      "30819b301006072a8648ce3d020106052b8104002303818600");

  private final String keyAlgorithm;

  @SuppressWarnings("ImmutableEnumChecker") // a name, in a class that does not say so
  private final AlgorithmParameterSpec parameters;

  @SuppressWarnings("ImmutableEnumChecker") // its arrays are never changed
  private final PublicKeyEncoding encoding;

  Curve(String keyAlgorithm, AlgorithmParameterSpec parameters, int publicLength, String prefix) {
    this.keyAlgorithm = keyAlgorithm;
    this.parameters = parameters;
    this.encoding = new PublicKeyEncoding(prefix, publicLength);
  }

  /// The curve of a group, or its classical half.
  static Curve of(NamedGroup group) {
    return switch (group) {
      case X25519MLKEM768, X25519 -> X25519;
      case SECP256R1 -> P256;
      case SECP384R1 -> P384;
      case SECP521R1 -> P521;
    };
  }

  /// What the JCA calls its key factory and its key pair generator.
  String keyAlgorithm() {
    return keyAlgorithm;
  }

  /// What the JCA calls its key agreement.
  String agreementAlgorithm() {
    return this == X25519 ? "X25519" : "ECDH";
  }

  AlgorithmParameterSpec parameters() {
    return parameters;
  }

  /// The public value as it is sent: 32 bytes for X25519, else an uncompressed point.
  PublicKeyEncoding encoding() {
    return encoding;
  }
}
