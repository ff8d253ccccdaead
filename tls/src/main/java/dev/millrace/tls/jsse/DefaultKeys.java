package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/// The key managers that the system properties `javax.net.ssl.keyStore`, `keyStoreType`,
/// `keyStoreProvider` and `keyStorePassword` describe. Those for trust are read by the platform's
/// own TrustManagerFactory.
final class DefaultKeys {
  private static final String PREFIX = "javax.net.ssl.keyStore";

  /// For a key store that is not a file, such as a token.
  private static final String NO_FILE = "NONE";

  private DefaultKeys() {}

  /// Initializes the default context.
  ///
  /// @throws NoSuchAlgorithmException as [javax.net.ssl.SSLContext#getDefault] wants it, if that
  ///   fails
  static void initialize(ContextSpi context) throws NoSuchAlgorithmException {
    try {
      context.initialize(keyManagers(), null, null);
    } catch (GeneralSecurityException | IOException e) {
      throw new NoSuchAlgorithmException("the default SSLContext cannot be initialized", e);
    }
  }

  private static KeyManager @Nullable [] keyManagers()
      throws GeneralSecurityException, IOException {
    String file = System.getProperty(PREFIX, "");
    if (file.isEmpty()) {
      return null;
    }
    String type = System.getProperty(PREFIX + "Type", KeyStore.getDefaultType());
    String provider = System.getProperty(PREFIX + "Provider", "");
    char[] password = System.getProperty(PREFIX + "Password", "").toCharArray();
    try {
      KeyStore store =
          provider.isEmpty() ? KeyStore.getInstance(type) : KeyStore.getInstance(type, provider);
      load(store, file, password.length == 0 ? null : password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, file.equals(NO_FILE) ? null : password);
      return factory.getKeyManagers();
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private static void load(KeyStore store, String file, char @Nullable [] password)
      throws GeneralSecurityException, IOException {
    if (file.equals(NO_FILE)) {
      store.load(null, password);
      return;
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      store.load(in, password);
    }
  }
}
