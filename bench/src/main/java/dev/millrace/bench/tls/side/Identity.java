package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// A server's certificate for [#HOST], the authority that signed it, and the key.
public record Identity(X509Certificate authority, X509Certificate certificate, PrivateKey key) {
  public static final String HOST = "bench.millrace.dev";

  private static final String PASSWORD = "bench-only";

  /// Has the JDK's `keytool` make a key store for each kind of key.
  public static void create(Path folder) throws IOException, InterruptedException {
    for (KeyKind kind : KeyKind.values()) {
      Path store = file(folder, kind);
      generate(store, kind, "authority", List.of("-ext", "bc:c", "-ext", "ku:c=keyCertSign"));
      generate(
          store,
          kind,
          "server",
          List.of(
              "-signer",
              "authority",
              "-ext",
              "san=dns:" + HOST,
              "-ext",
              "ku:c=digitalSignature",
              "-ext",
              "eku=serverAuth"));
    }
  }

  public static Identity of(Path folder, KeyKind kind)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file(folder, kind))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new Identity(
        (X509Certificate) store.getCertificate("authority"),
        (X509Certificate) store.getCertificate("server"),
        (PrivateKey) store.getKey("server", PASSWORD.toCharArray()));
  }

  /// A key store of the key and the certificate.
  public KeyStore keys() throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setKeyEntry("server", key, new char[0], new X509Certificate[] {certificate});
    return store;
  }

  /// A key store of the authority.
  public KeyStore trust() throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setCertificateEntry("authority", authority);
    return store;
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Path file(Path folder, KeyKind kind) {
    return folder.resolve(kind + ".p12");
  }

  private static void generate(Path store, KeyKind kind, String alias, List<String> extensions)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
    command.addAll(kind.arguments());
    command.addAll(extensions);
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("keytool, which makes the certificates, ended with status " + status);
    }
  }
}
