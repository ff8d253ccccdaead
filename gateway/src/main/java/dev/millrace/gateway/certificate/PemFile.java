package dev.millrace.gateway.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// A file of certificates and keys as RFC 7468 writes them.
///
/// @param path where it was read
/// @param blocks what it holds, in order; text between blocks is passed over
record PemFile(Path path, List<Block> blocks) {
  private static final long LARGEST = 1 << 20;

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  /// The algorithms of the keys that we serve with. A PKCS#8 key says which one it is of, and all
  /// but that one refuse it.
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  /// What lies between a BEGIN and an END line, in Base64.
  record Block(String label, String base64) {
    byte[] content() {
      return Base64.getMimeDecoder().decode(base64);
    }
  }

  static PemFile read(Path path) throws IOException {
    String text;
    try {
      if (Files.size(path) > LARGEST) {
        throw new UnusableCertificateException(path + " is too large for a PEM file", null);
      }
      text = Files.readString(path, StandardCharsets.ISO_8859_1);
    } catch (UnusableCertificateException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableCertificateException(path + " cannot be read: " + e, e);
    }
    var blocks = new ArrayList<Block>();
    for (var found = BLOCK.matcher(text); found.find(); ) {
      blocks.add(new Block(found.group(1), found.group(2)));
    }
    return new PemFile(path, List.copyOf(blocks));
  }

  /// Its certificates, in order, at least one.
  List<X509Certificate> certificates() throws UnusableCertificateException {
    var certificates = new ArrayList<X509Certificate>();
    try {
      var factory = CertificateFactory.getInstance("X.509");
      for (var block : blocks) {
        if (block.label().equals("CERTIFICATE")) {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.content())));
        }
      }
    } catch (CertificateException | IllegalArgumentException e) {
      throw new UnusableCertificateException(
          path + " holds a certificate that is damaged: " + e.getMessage(), e);
    }
    if (certificates.isEmpty()) {
      throw new UnusableCertificateException(
          path + " holds no certificate; expected is -----BEGIN CERTIFICATE-----", null);
    }
    return List.copyOf(certificates);
  }

  /// Its first private key.
  PrivateKey privateKey() throws UnusableCertificateException {
    for (var block : blocks) {
      switch (block.label()) {
        case "PRIVATE KEY" -> {
          return privateKey(block);
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw unusable("an encrypted private key", "openssl pkcs8 -in OLD -out NEW");
        case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY" ->
            throw unusable(
                "a private key that is not PKCS#8",
                "openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
        default -> {
          continue;
        }
      }
    }
    throw new UnusableCertificateException(
        path + " holds no private key; expected is -----BEGIN PRIVATE KEY-----", null);
  }

  private PrivateKey privateKey(Block block) throws UnusableCertificateException {
    try {
      var encoded = new PKCS8EncodedKeySpec(block.content());
      for (var algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
        } catch (InvalidKeySpecException _) {
          // Of another algorithm.
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UnusableCertificateException(path + " cannot be used: " + e.getMessage(), e);
    }
    throw new UnusableCertificateException(
        path + " holds a private key that is damaged, or not one of RSA, EC or Ed25519", null);
  }

  private UnusableCertificateException unusable(String content, String remedy) {
    return new UnusableCertificateException(
        path + " holds " + content + "; convert it with " + remedy, null);
  }

  /// `certificates` and then `keys` as text.
  static String text(List<X509Certificate> certificates, PrivateKey... keys)
      throws GeneralSecurityException {
    var text = new StringBuilder();
    for (var certificate : certificates) {
      append(text, "CERTIFICATE", certificate.getEncoded());
    }
    for (var key : keys) {
      append(text, "PRIVATE KEY", key.getEncoded());
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String label, byte[] content) {
    var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    text.append("-----BEGIN ").append(label).append("-----\n");
    text.append(lines).append("\n-----END ").append(label).append("-----\n");
  }
}
