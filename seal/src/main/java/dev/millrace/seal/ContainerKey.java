package dev.millrace.seal;

import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/// What the segments of one container are encrypted with. Immutable.
final class ContainerKey {
  final SecretKey key;
  final byte[] noncePrefix;

  private ContainerKey(SecretKey key, byte[] noncePrefix) {
    this.key = key;
    this.noncePrefix = noncePrefix;
  }

  /// Derives it from the data key, the header, and what the container is bound to, by HKDF-SHA256
  /// (RFC 5869).
  static ContainerKey derive(SecretKey dataKey, Header header, Binding binding) {
    try {
      SecretKey key =
          KDF.getInstance("HKDF-SHA256")
              .deriveKey(
                  "AES",
                  HKDFParameterSpec.ofExtract()
                      .addIKM(dataKey)
                      .addSalt(header.salt())
                      .thenExpand(header.associatedData(binding), header.salt().length));
      return new ContainerKey(key, header.noncePrefix());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HKDF failed", e);
    }
  }
}
