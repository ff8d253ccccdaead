package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// An authority that vouches for a server named `localhost` and for a node, made by the JDK's
/// keytool.
final class TestAuthority {
  private static final char[] PASSWORD = "password".toCharArray();

  private final Path folder;
  private final KeyStore keys;

  TestAuthority(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    keytool("authority", "-ext", "bc:c");
    keytool("server", "-signer", "authority", "-ext", "san=dns:localhost");
    keytool("node", "-signer", "authority");
    this.keys = KeyStore.getInstance(store().toFile(), PASSWORD);
    write("authority.pem", certificate(keys.getCertificate("authority")));
    write("server.pem", chain("server") + key("server"));
    write("node.pem", chain("node"));
    write("node.key", key("node"));
  }

  private Path store() {
    return folder.resolve("keys.p12");
  }

  private void keytool(String alias, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + alias));
    command.addAll(List.of("-keystore", store().toString(), "-storepass", new String(PASSWORD)));
    command.addAll(List.of(options));
    Path log = folder.resolve("keytool.log");
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("keytool: " + Files.readString(log));
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String chain(String alias) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (Certificate each : keys.getCertificateChain(alias)) {
      text.append(certificate(each));
    }
    return text.toString();
  }

  private static String certificate(Certificate certificate) throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  private String key(String alias) throws GeneralSecurityException {
    Key key = keys.getKey(alias, PASSWORD);
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String label, byte[] encoded) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder().encodeToString(encoded), label);
  }

  Path authority() {
    return folder.resolve("authority.pem");
  }

  /// The server's chain and key in one file.
  Path server() {
    return folder.resolve("server.pem");
  }

  Ensemble.Tls node() {
    return new Ensemble.Tls(authority(), folder.resolve("node.pem"), folder.resolve("node.key"));
  }

  /// Trusts the authority, and has no identity.
  KeyStore trust() throws IOException, GeneralSecurityException {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("authority", keys.getCertificate("authority"));
    return trust;
  }
}
