package dev.millrace.gateway.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Surroundings;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys and certificates that OpenSSL made.
class ServerCertificateTest {
  private static final Program OPENSSL = new Program("openssl");

  @TempDir Path folder;

  private Path chain() {
    return folder.resolve("chain.pem");
  }

  private Path key() {
    return folder.resolve("key.pem");
  }

  private void make(String... algorithm) throws Exception {
    var arguments =
        new ArrayList<Object>(
            List.of("req", "-x509", "-nodes", "-subj", "/CN=mill", "-days", "10"));
    arguments.addAll(List.of("-keyout", key(), "-out", chain(), "-newkey"));
    arguments.addAll(List.of(algorithm));
    assertThat(openssl(arguments.toArray())).returns(0, Program.Outcome::status);
  }

  private Program.Outcome openssl(Object... arguments) throws Exception {
    return OPENSSL.run("ServerCertificateTest", folder, arguments);
  }

  private ServerCertificate read(Duration later) throws IOException {
    var flags =
        Map.of(
            "certificate",
            chain().toString(),
            "key",
            key().toString(),
            "origin",
            folder.toString(),
            "bucket",
            "any");
    var settings =
        Settings.read(
            null,
            flags,
            new Surroundings(Map.of(), folder, folder, null, 1L << 30, 4L << 30, 1L << 20));
    return ServerCertificate.of(settings, Clock.offset(Clock.systemUTC(), later));
  }

  private void assertRefused(Duration later, String... parts) {
    assertThatThrownBy(() -> read(later))
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256", "ed25519"})
  void keys_of_openssl_are_served_with(String algorithm) throws Exception {
    make(algorithm.split(" "));
    var certificate = read(Duration.ZERO);
    assertThat(certificate.chain()).hasSize(1);
    assertThat(
            certificate
                .context(TlsImplementation.MILLRACE, TlsConfig.defaults(), null)
                .getSupportedSSLParameters()
                .getProtocols())
        .contains("TLSv1.3", "TLSv1.2");
    assertThat(certificate.trusted()).isEqualTo(chain());
  }

  @Test
  void one_file_may_hold_both() throws Exception {
    make("ed25519");
    Files.writeString(chain(), Files.readString(chain()) + Files.readString(key()));
    Files.copy(chain(), key(), StandardCopyOption.REPLACE_EXISTING);
    assertThat(read(Duration.ZERO).chain()).hasSize(1);
  }

  @Test
  void a_key_of_another_certificate_is_refused() throws Exception {
    make("ed25519");
    assertThat(openssl("genpkey", "-algorithm", "ed25519", "-out", key()).status()).isZero();
    assertRefused(Duration.ZERO, "does not belong to the first certificate in " + chain());
    assertThat(openssl("genpkey", "-algorithm", "rsa", "-out", key()).status()).isZero();
    assertRefused(Duration.ZERO, "does not belong to the first certificate in " + chain());
  }

  @Test
  void a_certificate_out_of_its_time_is_refused() throws Exception {
    make("ed25519");
    assertRefused(Duration.ofDays(11), "expired at", "renew it");
    assertRefused(Duration.ofDays(-1), "is not valid before", "check the clock");
  }

  @Test
  void an_encrypted_key_is_refused() throws Exception {
    make("ed25519");
    var encrypted = folder.resolve("encrypted.pem");
    assertThat(
            openssl("pkcs8", "-topk8", "-in", key(), "-out", encrypted, "-passout", "pass:secret")
                .status())
        .isZero();
    Files.move(encrypted, key(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(
        Duration.ZERO, "key.pem holds an encrypted private key; convert it with openssl pkcs8");
  }

  @Test
  void a_key_in_the_form_of_its_algorithm_is_refused() throws Exception {
    make("rsa:2048");
    assertThat(openssl("rsa", "-traditional", "-in", key(), "-out", key()).status()).isZero();
    assertRefused(
        Duration.ZERO,
        "holds a private key that is not PKCS#8; convert it with openssl pkcs8 -topk8");
  }

  @Test
  void files_without_what_is_looked_for_are_refused() throws Exception {
    Files.writeString(chain(), "nothing");
    Files.writeString(key(), "nothing");
    assertRefused(
        Duration.ZERO, "key.pem holds no private key; expected is -----BEGIN PRIVATE KEY-----");
    make("ed25519");
    Files.writeString(chain(), "nothing");
    assertRefused(
        Duration.ZERO, "chain.pem holds no certificate; expected is -----BEGIN CERTIFICATE-----");
  }

  @Test
  void damaged_files_are_refused() throws Exception {
    make("ed25519");
    var whole = Files.readString(chain());
    for (var damage : new String[] {"AAAA", "A", "=", ""}) {
      Files.writeString(
          chain(), "-----BEGIN CERTIFICATE-----\n" + damage + "\n-----END CERTIFICATE-----\n");
      assertRefused(Duration.ZERO, "chain.pem");
    }
    Files.writeString(chain(), whole);
    for (var damage : new String[] {"AAAA", "A", "=", ""}) {
      Files.writeString(
          key(), "-----BEGIN PRIVATE KEY-----\n" + damage + "\n-----END PRIVATE KEY-----\n");
      assertRefused(Duration.ZERO, "key.pem");
    }
  }

  @Test
  void its_text_hides_the_key() throws Exception {
    make("rsa:2048");
    assertThat(read(Duration.ZERO)).hasToString("ServerCertificate[CN=mill, " + chain() + "]");
  }
}
