package dev.millrace.tls.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// A certificate for `localhost` and 127.0.0.1 that vouches for itself, with its key, made by the
/// JDK's keytool.
public record TestIdentity(X509Certificate certificate, PrivateKey key) {
  private static final String PASSWORD = "secret";
  private static final ConcurrentMap<Kind, TestIdentity> MADE = new ConcurrentHashMap<>();

  /// The kinds of keys.
  public enum Kind {
    P256("EC", "-groupname", "secp256r1"),
    P384("EC", "-groupname", "secp384r1"),
    P521("EC", "-groupname", "secp521r1"),
    RSA("RSA", "-keysize", "2048"),
    RSA_PSS("RSASSA-PSS", "-keysize", "2048"),
    ED25519("Ed25519");

    private final String algorithm;
    private final String options;

    Kind(String algorithm, String... options) {
      this.algorithm = algorithm;
      this.options = String.join(" ", options);
    }
  }

  private static final class OfAnotherHost {
    private static final TestIdentity INSTANCE = make(Kind.P256, "dns:elsewhere.example");
  }

  /// The one of a kind.
  public static TestIdentity of(Kind kind) {
    return MADE.computeIfAbsent(kind, each -> make(each, "dns:localhost,ip:127.0.0.1"));
  }

  /// One with a certificate for `elsewhere.example` instead.
  public static TestIdentity ofAnotherHost() {
    return OfAnotherHost.INSTANCE;
  }

  /// The certificate in PEM.
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The key in PEM.
  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  /// The public key in PEM.
  public String publicKeyPem() {
    return pem("PUBLIC KEY", certificate.getPublicKey().getEncoded());
  }

  private static String pem(String label, byte[] content) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, body, label);
  }

  /// A key store with it under the alias `server`.
  public KeyStore keyStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", key, password(), new X509Certificate[] {certificate});
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A key store that trusts it.
  public KeyStore trustStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("server", certificate);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The password of [#keyStore].
  public static char[] password() {
    return PASSWORD.toCharArray();
  }

  private static TestIdentity make(Kind kind, String names) {
    try {
      Path store = Files.createTempDirectory("identity").resolve("server.p12");
      keytool(kind, names, store);
      try (InputStream in = Files.newInputStream(store)) {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(in, password());
        return new TestIdentity(
            (X509Certificate) keys.getCertificate("server"),
            (PrivateKey) keys.getKey("server", password()));
      } finally {
        Files.delete(store);
        Files.delete(store.getParent());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(Kind kind, String names, Path store) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of("-genkeypair", "-alias", "server", "-keyalg", kind.algorithm));
    if (!kind.options.isEmpty()) {
      line.addAll(List.of(kind.options.split(" ", -1)));
    }
    line.addAll(List.of("-dname", "CN=localhost", "-validity", "2"));
    line.addAll(List.of("-ext", "san=" + names));
    line.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool: " + output);
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted while keytool ran", e);
    }
  }
}
