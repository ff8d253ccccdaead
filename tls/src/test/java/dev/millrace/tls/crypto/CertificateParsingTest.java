package dev.millrace.tls.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.tls.testing.TestIdentity;
import java.security.Provider;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

class CertificateParsingTest {
  private static final X509Certificate CERTIFICATE =
      TestIdentity.of(TestIdentity.Kind.P256).certificate();

  @Test
  void the_same_bytes_give_the_same_certificate() throws Exception {
    X509Certificate first = CertificateParsing.parse(CERTIFICATE.getEncoded());
    assertThat(first).isEqualTo(CERTIFICATE);
    assertThat(CertificateParsing.parse(CERTIFICATE.getEncoded())).isSameAs(first);
  }

  @Test
  void what_is_no_certificate_in_der_is_refused() throws Exception {
    byte[] der = CERTIFICATE.getEncoded();
    byte[] pem =
        ("-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END CERTIFICATE-----\n")
            .getBytes(US_ASCII);
    for (byte[] each :
        List.of(new byte[0], pem, Arrays.copyOf(der, der.length + 1), Arrays.copyOf(der, 40))) {
      assertThatExceptionOfType(CertificateException.class)
          .isThrownBy(() -> CertificateParsing.parse(each));
    }
  }

  @Test
  void certificates_are_the_jdks_whoever_is_installed_first() throws Exception {
    Provider conscrypt = Conscrypt.newProvider();
    Security.insertProviderAt(conscrypt, 1);
    try {
      assertThat(CertificateFactory.getInstance("X.509").getProvider()).isSameAs(conscrypt);
      assertThat(CertificateParsing.parse(CERTIFICATE.getEncoded()).getClass().getModule())
          .isSameAs(Object.class.getModule());
      assertThat(CryptoServices.resolve().describe())
          .containsEntry("hashes", "SUN (SHA256, SHA384)")
          .containsEntry("AEAD", "SunJCE (AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305)")
          .containsEntry("curves", "Conscrypt (X25519, P256, P384, P521)");
    } finally {
      Security.removeProvider(conscrypt.getName());
    }
  }
}
