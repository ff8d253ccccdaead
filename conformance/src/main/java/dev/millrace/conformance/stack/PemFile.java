package dev.millrace.conformance.stack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// Reads the PEM files of the runner.
public final class PemFile {
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "ML-DSA");

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN [^-]+-----([^-]+)-----END [^-]+-----");

  private PemFile() {}

  /// The certificates of a file, the end entity's first.
  public static List<X509Certificate> certificates(String file)
      throws IOException, GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    var certificates = new ArrayList<X509Certificate>();
    for (byte[] encoded : blocks(file)) {
      var in = new ByteArrayInputStream(encoded);
      certificates.add((X509Certificate) factory.generateCertificate(in));
    }
    return List.copyOf(certificates);
  }

  /// The private key of a file, in PKCS #8.
  static PrivateKey privateKey(String file) throws IOException, GeneralSecurityException {
    var encoded = new PKCS8EncodedKeySpec(blocks(file).getFirst());
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException _) {
        // It may be a key of another algorithm.
      }
    }
    throw new InvalidKeySpecException("a key of none of " + KEY_ALGORITHMS);
  }

  private static List<byte[]> blocks(String file) throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of(file), StandardCharsets.US_ASCII))
        .results()
        .map(block -> Base64.getMimeDecoder().decode(block.group(1)))
        .toList();
  }
}
