package dev.millrace.bench.nginx;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A self-signed certificate for 127.0.0.1 on a P-256 key, made by the JDK's `keytool`. It is for
/// `localhost` too: hitch 1.7 fails where no certificate has a name and a client asks for one.
///
/// @param chain the PEM file of the certificate
/// @param key the PEM file of its private key
public record ServingCertificate(Path chain, Path key, Certificate certificate) {
  private static final String ALIAS = "bench";
  private static final String PASSWORD = "bench-only";

  public static ServingCertificate create(Path folder) throws IOException, InterruptedException {
    Path store = folder.resolve("certificate.p12");
    runKeytool(store);
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      Certificate certificate = keys.getCertificate(ALIAS);
      byte[] key = keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      return new ServingCertificate(
          write(folder.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded()),
          write(folder.resolve("key.pem"), "PRIVATE KEY", key),
          certificate);
    } catch (GeneralSecurityException e) {
      throw new IOException("keytool made no usable certificate", e);
    }
  }

  private static void runKeytool(Path store) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=millrace bench",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-alias",
                ALIAS,
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    int status = keytool.waitFor();
    if (status != 0) {
      throw new IOException("keytool, which makes the certificate, ended with status " + status);
    }
  }

  /// RFC 7468, section 2.
  private static Path write(Path file, String label, byte[] der) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(label, base64));
  }

  /// A client's context that trusts this certificate alone and speaks TLS 1.3 alone.
  public SSLContext clientContext() throws IOException {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted());
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK has no TLS 1.3", e);
    }
  }

  /// The flags of a JVM that trusts this certificate alone.
  ///
  /// @param folder where the file that they name is to lie
  public List<String> trustingFlags(Path folder) throws IOException {
    Path store = folder.resolve("trusted.p12");
    try (OutputStream out = Files.newOutputStream(store)) {
      trusted().store(out, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK cannot write a key store", e);
    }
    return List.of(
        "-Djavax.net.ssl.trustStore=" + store, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
  }

  private KeyStore trusted() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, certificate);
    return trusted;
  }
}
