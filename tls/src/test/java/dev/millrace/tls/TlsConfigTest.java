package dev.millrace.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

class TlsConfigTest {
  private final TlsConfigBuilder builder = TlsConfig.builder();

  @Test
  void the_defaults_are_safe() {
    TlsConfig defaults = TlsConfig.defaults();

    assertThat(defaults.keyLog()).isNull();
    assertThat(defaults.resumption()).isEqualTo(Resumption.STATELESS);
    assertThat(defaults.ticketCount()).isEqualTo(2);
    assertThat(defaults.ticketKeyPeriod()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void what_cannot_be_is_refused_where_it_is_set() {
    assertThatIllegalArgumentException().isThrownBy(() -> builder.ticketCount(11));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.ticketCount(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.recordSizeLimit(63));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.recordSizeLimit(16386));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.paddingBlock(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.groups(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.groups(List.of("x448")));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.keyShareGroups(List.of("x448")));
    CertificateCompression zlib = CertificateCompression.zlib();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.certificateCompressions(List.of(zlib, zlib)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.serverSessions(0, Duration.ofHours(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.clientSessions(1, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.ticketKeyPeriod(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.ownCertificateTypes(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.peerCertificateTypes(List.of()));
  }

  @Test
  void raw_public_keys_are_not_accepted_without_a_decision_about_them() {
    builder.peerCertificateTypes(List.of(CertificateType.RAW_PUBLIC_KEY));

    assertThatIllegalArgumentException().isThrownBy(builder::build);
  }

  @Test
  void a_cipher_suite_that_is_not_spoken_here_is_refused_in_one_line() {
    for (String name : List.of("TLS_RSA_WITH_AES_128_CBC_SHA", "tls_aes_128_gcm_sha256", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.cipherSuites(List.of("TLS_AES_128_GCM_SHA256", name)))
          .withMessage("expected a cipher suite spoken here, not " + name);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> builder.cipherSuites(List.of()));
  }

  @Test
  void engines_and_sockets_start_with_the_cipher_suites_configured() throws Exception {
    String[] configured = {"TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"};
    SSLContext context =
        builder.cipherSuites(List.of(configured)).build().newContext(null, null, null);

    SSLEngine engine = context.createSSLEngine();
    assertThat(engine.getEnabledCipherSuites()).containsExactly(configured);
    assertThat(context.getDefaultSSLParameters().getCipherSuites()).containsExactly(configured);
    assertThat(context.getSocketFactory().getDefaultCipherSuites()).containsExactly(configured);
    assertThat(context.getServerSocketFactory().getDefaultCipherSuites())
        .containsExactly(configured);
    assertThat(engine.getSupportedCipherSuites()).hasSizeGreaterThan(2);

    engine.setEnabledCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});
    assertThat(engine.getEnabledCipherSuites()).containsExactly("TLS_AES_256_GCM_SHA384");
  }

  @Test
  void a_context_is_ours_and_ready_for_use() throws Exception {
    SSLContext context =
        builder.serverSessions(7, Duration.ofMinutes(5)).build().newContext(null, null, null);

    assertThat(context.getProvider().getName()).isEqualTo(MillraceProvider.NAME);
    assertThat(context.getServerSessionContext().getSessionCacheSize()).isEqualTo(7);
    assertThat(context.getServerSessionContext().getSessionTimeout()).isEqualTo(300);
    assertThat(context.createSSLEngine().getSupportedProtocols())
        .containsExactly("TLSv1.3", "TLSv1.2");
  }
}
