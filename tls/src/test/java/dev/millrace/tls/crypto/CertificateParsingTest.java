package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Provider;
import java.security.Security;
import java.security.cert.CertificateFactory;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

class CertificateParsingTest {
  @Test
  void certificates_are_the_jdks_whoever_is_installed_first() throws Exception {
    Provider conscrypt = Conscrypt.newProvider();
    Security.insertProviderAt(conscrypt, 1);
    try {
      assertThat(CertificateFactory.getInstance("X.509").getProvider()).isSameAs(conscrypt);
      assertThat(CertificateParsing.factory().getProvider().getName()).isEqualTo("SUN");
      assertThat(CryptoServices.resolve().describe())
          .containsEntry("hashes", "SUN (SHA256, SHA384)")
          .containsEntry("HMAC", "SunJCE (SHA256, SHA384)")
          .containsEntry("AEAD", "SunJCE (AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305)")
          .containsEntry("curves", "Conscrypt (X25519, P256, P384, P521)");
    } finally {
      Security.removeProvider(conscrypt.getName());
    }
  }
}
