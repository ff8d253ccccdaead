package dev.millrace.s3.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate for `localhost` and 127.0.0.1 that vouches for itself, made by the JDK's keytool.
///
/// @param pem the certificate alone, for clients to trust
/// @param key the private key, for servers in processes of their own
/// @param server a context for servers that show it
public record TestCertificate(Path pem, Path key, SSLContext server) {
  private static final String PASSWORD = "secret";

  /// Makes one in `folder`, for the host names of this machine's own.
  public static TestCertificate create(Path folder) throws IOException {
    return create(folder, "dns:localhost,ip:127.0.0.1");
  }

  /// Makes one in `folder`.
  ///
  /// @param names the names that it is for, as keytool writes them
  public static TestCertificate create(Path folder, String names) throws IOException {
    return create(folder, "CN=localhost", names);
  }

  /// Makes one in `folder`.
  ///
  /// @param subject whose it is
  /// @param names the names that it is for, as keytool writes them
  public static TestCertificate create(Path folder, String subject, String names)
      throws IOException {
    Path store = Files.createTempDirectory(folder, "certificate").resolve("server.p12");
    keytool(
        List.of("-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", subject),
        List.of("-validity", "2", "-ext", "san=" + names),
        store);
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      Path pem =
          pem(
              store.resolveSibling("server.pem"),
              "CERTIFICATE",
              keys.getCertificate("server").getEncoded());
      byte[] secret = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
      Path key = pem(store.resolveSibling("server.key"), "PRIVATE KEY", secret);
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new TestCertificate(pem, key, context);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static Path pem(Path file, String label, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder().encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, base64, label));
  }

  private static void keytool(List<String> command, List<String> options, Path store)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(command);
    line.addAll(options);
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
