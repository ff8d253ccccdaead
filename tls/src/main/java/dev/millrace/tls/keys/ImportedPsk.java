package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.WireWriter;

/// A pre-shared key that is derived, for TLS 1.3 and one hash, from a key agreed on outside of TLS
/// (RFC 9258, section 4.1).
///
/// @param identity an ImportedIdentity, which says what the key was derived for
/// @param key as long as the hash that it is for
public record ImportedPsk(byte[] identity, Secret key) {
  private static final Label DERIVED_PSK = Label.of("derived psk");

  /// Derives a key.
  ///
  /// @param hash that goes with the key agreed on
  /// @param key the one agreed on; stays the caller's
  /// @param name of that key, 65,535 bytes at most
  /// @param context 65,535 bytes at most
  /// @param target the hash that the derived key is for
  public static ImportedPsk of(
      CryptoServices services,
      HashAlgorithm hash,
      Secret key,
      byte[] name,
      byte[] context,
      HashAlgorithm target) {
    KeyDerivation derivation = new KeyDerivation(services, hash);
    byte[] identity =
        new WireWriter(name.length + context.length + 8)
            .opaque16(name)
            .opaque16(context)
            .u16(ProtocolVersion.TLS_1_3.code())
            .u16(kdf(target))
            .toByteArray();
    try (Secret zeros = derivation.zeros();
        Secret extracted = derivation.extract(zeros, key)) {
      byte[] derived =
          derivation.expandLabel(
              extracted, DERIVED_PSK, derivation.hashOf(identity), target.length());
      return new ImportedPsk(identity, new Secret(derived));
    }
  }

  /// The code point of HKDF with a hash (RFC 9258, section 9).
  private static int kdf(HashAlgorithm hash) {
    return switch (hash) {
      case SHA256 -> 1;
      case SHA384 -> 2;
    };
  }

  @Override
  public String toString() {
    return "ImportedPsk";
  }
}
