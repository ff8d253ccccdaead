package dev.millrace.conformance.stack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
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

  /// The key pair of a file with a private key. Java has no way from a private EC key to its public
  /// one, but the point is at the end of what the runner writes (RFC 5915, section 3).
  static KeyPair keyPair(String file) throws IOException, GeneralSecurityException {
    PrivateKey key = privateKey(file);
    KeyFactory factory = KeyFactory.getInstance(key.getAlgorithm());
    return new KeyPair(
        factory.generatePublic(
            switch (key) {
              case RSAPrivateCrtKey rsa ->
                  new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent());
              case ECPrivateKey ec ->
                  new ECPublicKeySpec(point(blocks(file).getFirst(), ec), ec.getParams());
              default ->
                  throw new InvalidKeySpecException("no public key of " + key.getAlgorithm());
            }),
        key);
  }

  private static ECPoint point(byte[] encoding, ECPrivateKey key) {
    int length = (key.getParams().getOrder().bitLength() + 7) / 8;
    int end = encoding.length;
    return new ECPoint(
        new BigInteger(1, encoding, end - 2 * length, length),
        new BigInteger(1, encoding, end - length, length));
  }

  private static List<byte[]> blocks(String file) throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of(file), StandardCharsets.US_ASCII))
        .results()
        .map(block -> Base64.getMimeDecoder().decode(block.group(1)))
        .toList();
  }
}
