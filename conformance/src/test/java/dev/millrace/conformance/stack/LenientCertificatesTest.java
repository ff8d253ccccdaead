package dev.millrace.conformance.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LenientCertificatesTest {
  @Test
  void a_certificate_with_names_but_neither_subject_nor_mark_is_parsed()
      throws IOException, GeneralSecurityException {
    byte[] encoded = unmarked();

    var certificate =
        (X509Certificate)
            new LenientCertificates().engineGenerateCertificate(new ByteArrayInputStream(encoded));

    assertThat(certificate.getEncoded()).isEqualTo(encoded);
    assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EC");
    assertThat(certificate.getSubjectX500Principal().getName()).isEmpty();
  }

  @Test
  void garbage_is_refused() throws GeneralSecurityException {
    var factory = new LenientCertificates();
    var garbage = new ByteArrayInputStream("GARBAGE".getBytes(StandardCharsets.US_ASCII));

    assertThatThrownBy(() -> factory.engineGenerateCertificate(garbage))
        .isInstanceOf(CertificateException.class);
  }

  private static byte[] unmarked() throws IOException {
    try (InputStream in = LenientCertificatesTest.class.getResourceAsStream("unmarked.pem")) {
      String pem = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
      return Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
    }
  }
}
