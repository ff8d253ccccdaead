package dev.millrace.gateway.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.List;

/// Those who vouch for the certificates of others.
///
/// @param certificates theirs
public record Authorities(List<X509Certificate> certificates) {
  public Authorities {
    certificates = List.copyOf(certificates);
  }

  /// Those of a PEM file.
  public static Authorities read(Path file) throws IOException {
    return new Authorities(PemFile.read(file).certificates());
  }

  /// A fingerprint of all of them, by SHA-256.
  public byte[] fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (X509Certificate certificate : certificates) {
        digest.update(certificate.getEncoded());
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
