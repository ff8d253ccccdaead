package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Ensemble;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.zookeeper.ClientCnxnSocketNetty;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.util.PemReader;

/// What a node proves to ZooKeeper who it is with, and whom it trusts to be ZooKeeper.
///
/// ZooKeeper's client takes a key from a file only, and from a PEM file only where the certificates
/// are in it too. So the two files of [Ensemble.Tls] become one of PKCS #12, in the folder for
/// temporary files, for this user alone, and encrypted under a random password that is nowhere but
/// in the memory of this process: nobody reads the key from what is left by one that was killed.
/// The two files are read once.
final class ClientIdentity implements AutoCloseable {
  private static final int PASSWORD_LENGTH = 32;
  private static final String PROTOCOLS = "TLSv1.3,TLSv1.2";

  private final Path authority;
  private final Path store;
  private final String password;

  private ClientIdentity(Path authority, Path store, String password) {
    this.authority = authority;
    this.store = store;
    this.password = password;
  }

  /// @throws IOException if a file cannot be read or does not have what it is for; the message says
  ///   which and why
  static ClientIdentity read(Ensemble.Tls tls) throws IOException {
    certificates(tls.authority());
    byte[] random = new byte[PASSWORD_LENGTH];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Path store = Files.createTempFile("millrace-", ".p12");
    try (OutputStream out = Files.newOutputStream(store)) {
      keyStore(tls, password).store(out, password.toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      Files.delete(store);
      throw e instanceof IOException failure ? failure : new IOException(e);
    }
    return new ClientIdentity(tls.authority(), store, password);
  }

  private static KeyStore keyStore(Ensemble.Tls tls, String password)
      throws IOException, GeneralSecurityException {
    Certificate[] chain = certificates(tls.certificate());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    try {
      keys.setKeyEntry(
          "node",
          PemReader.loadPrivateKey(tls.key().toFile(), Optional.empty()),
          password.toCharArray(),
          chain);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(tls.key() + " has no private key: " + e.getMessage(), e);
    }
    return keys;
  }

  private static Certificate[] certificates(Path file) throws IOException {
    try {
      var certificates = PemReader.readCertificateChain(file.toFile());
      if (!certificates.isEmpty()) {
        return certificates.toArray(Certificate[]::new);
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(file + " has a certificate that cannot be read: " + e.getMessage(), e);
    }
    throw new IOException(file + " has no certificate");
  }

  /// Has a client use TLS with this identity, and verify the names of servers.
  void configure(ZKClientConfig config) {
    config.setProperty(
        ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, ClientCnxnSocketNetty.class.getName());
    config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
    try (ClientX509Util names = new ClientX509Util()) {
      config.setProperty(names.getSslKeystoreLocationProperty(), store.toString());
      config.setProperty(names.getSslKeystorePasswdProperty(), password);
      config.setProperty(names.getSslKeystoreTypeProperty(), "PKCS12");
      config.setProperty(names.getSslTruststoreLocationProperty(), authority.toString());
      config.setProperty(names.getSslTruststoreTypeProperty(), "PEM");
      config.setProperty(names.getSslEnabledProtocolsProperty(), PROTOCOLS);
      config.setProperty(names.getSslHostnameVerificationEnabledProperty(), "true");
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
