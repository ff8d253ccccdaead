package dev.millrace.s3.http;

import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.TestCertificate;
import dev.millrace.s3.testing.TlsProvider;
import dev.millrace.tls.MillraceProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// TLS between tests and their server: one certificate, which takes seconds to make.
final class Tls {
  private static final char[] PASSWORD = "secret".toCharArray();

  private Tls() {}

  private static final class Lazy {
    static final TestCertificate CERTIFICATE = create();

    private static TestCertificate create() {
      try {
        Path folder = Files.createTempDirectory("millrace-http");
        TestCertificate certificate = TestCertificate.create(folder);
        // In this order, as the last that is registered is deleted first.
        folder.toFile().deleteOnExit();
        certificate.pem().getParent().toFile().deleteOnExit();
        certificate.pem().resolveSibling("server.p12").toFile().deleteOnExit();
        certificate.pem().toFile().deleteOnExit();
        certificate.key().toFile().deleteOnExit();
        return certificate;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// For a server on `localhost` and 127.0.0.1.
  static SSLContext server() {
    return Lazy.CERTIFICATE.server();
  }

  /// For a server that speaks the TLS of that provider.
  static SSLContext server(TlsProvider provider) throws IOException, GeneralSecurityException {
    return switch (provider) {
      case JDK -> server();
      case MILLRACE -> {
        KeyManagerFactory managers =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys(), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS", new MillraceProvider());
        context.init(managers.getKeyManagers(), null, null);
        yield context;
      }
    };
  }

  /// The file with the server's certificate.
  static Path certificate() {
    return Lazy.CERTIFICATE.pem();
  }

  /// The file with its key.
  static Path key() {
    return Lazy.CERTIFICATE.key();
  }

  private static KeyStore keys() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(certificate().resolveSibling("server.p12").toFile(), PASSWORD);
  }

  /// For a client of its own that trusts the server.
  static SSLContext client() throws IOException {
    return TrustAnchors.sslContext(Lazy.CERTIFICATE.pem());
  }
}
