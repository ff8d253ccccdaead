package dev.millrace.gateway.fleet;

import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/// Asks nodes as one of them.
///
/// @param certificate that all nodes show, and that vouches for itself
public record NodeReport(TestCertificate certificate) {
  /// What a node that runs tells of the fleet.
  ///
  /// @param address of the node, as the list has it
  public String of(String address) throws IOException {
    HttpsURLConnection question =
        (HttpsURLConnection) URI.create("https://" + address + "/").toURL().openConnection();
    question.setSSLSocketFactory(tls().getSocketFactory());
    try (InputStream answer = question.getInputStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// For connections to the nodes.
  public SSLContext tls() throws IOException {
    return ServerCertificate.read(new CertificateFiles(certificate.pem(), certificate.key()))
        .mutual(TlsImplementation.MILLRACE, TrustAnchors.trustManagers(certificate.pem()));
  }
}
