package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Secret;

/// What applications derive keying material of their own from (RFC 8446, section 7.5).
///
/// Safe for use by several threads until it is closed.
public final class ExporterSecret implements AutoCloseable {
  private static final Label EXPORTER = Label.of("exporter");

  private final KeyDerivation derivation;
  private final Secret secret;

  ExporterSecret(KeyDerivation derivation, Secret secret) {
    this.derivation = derivation;
    this.secret = secret;
  }

  /// Keying material.
  ///
  /// @param context may be empty, which is the same as none at all
  /// @param length bytes to make, from 1 to 255 times those of the hash
  /// @throws IllegalArgumentException if the label has more than 249 bytes, or the length is out of
  ///   range
  public byte[] export(String label, byte[] context, int length) {
    try (Secret derived =
        derivation.deriveSecret(secret, Label.of(label), derivation.hashOfNothing())) {
      return derivation.expandLabel(derived, EXPORTER, derivation.hashOf(context), length);
    }
  }

  /// A copy of the bytes, for a key log. The caller zeroes it.
  public byte[] bytes() {
    return secret.getEncoded();
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "ExporterSecret[" + derivation.hash() + "]";
  }
}
