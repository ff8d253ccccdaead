package dev.millrace.s3;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The certificates that vouch for a service, in place of the JDK's own.
public final class TrustAnchors {
  private TrustAnchors() {}

  /// A context for clients that believe what the certificates in `pem` vouch for, and nothing else.
  ///
  /// @throws IOException with a line that names the file, if it cannot be read or holds no
  ///   certificate
  public static SSLContext sslContext(Path pem) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trustManagers(pem), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot trust the certificates in " + pem + ": " + e.getMessage(), e);
    }
  }

  /// What believes in the certificates in `pem`, and nothing else, for a context of one's own.
  ///
  /// @throws IOException with a line that names the file, if it cannot be read or holds no
  ///   certificate
  public static TrustManager[] trustManagers(Path pem) throws IOException {
    try {
      KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      for (Certificate certificate : certificates(pem)) {
        anchors.setCertificateEntry(Integer.toString(anchors.size()), certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(anchors);
      return trust.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot trust the certificates in " + pem + ": " + e.getMessage(), e);
    }
  }

  private static Collection<? extends Certificate> certificates(Path pem)
      throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> certificates;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(pem))) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + pem + " with certificates to trust", e);
    } catch (CertificateException e) {
      throw new IOException(pem + " does not hold certificates in PEM: " + e.getMessage(), e);
    }
    if (certificates.isEmpty()) {
      throw new IOException(pem + " holds no certificate in PEM");
    }
    return certificates;
  }
}
