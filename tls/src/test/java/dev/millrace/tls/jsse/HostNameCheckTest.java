package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.testing.TestIdentity;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameCheckTest {
  private static final X509Certificate LOCALHOST =
      TestIdentity.of(TestIdentity.Kind.P256).certificate();

  @ParameterizedTest
  @CsvSource({
    "example.com, example.com",
    "example.com, EXAMPLE.COM",
    "Example.com, example.com",
    "example.com, example.com.",
    "*.example.com, www.example.com",
    "*.example.com, WWW.Example.Com",
    "xn--bcher-kva.example, b\u00fccher.example",
    "*.a.b.example.com, x.a.b.example.com"
  })
  void a_name_that_fits_is_accepted(String pattern, String host) {
    assertThat(HostNameCheck.matches(pattern, host)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, example.org",
    "example.com, www.example.com",
    "*.example.com, example.com",
    "*.example.com, a.b.example.com",
    "*.example.com, .example.com",
    "*.com, example.com",
    "*., com",
    "*, localhost",
    "w*.example.com, www.example.com",
    "*w.example.com, www.example.com",
    "www.*.com, www.example.com",
    "*.*.com, www.example.com",
    "example.com, ''"
  })
  void a_name_that_does_not_fit_is_refused(String pattern, String host) {
    assertThat(HostNameCheck.matches(pattern, host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1"})
  void the_names_of_a_certificate_are_accepted(String host) {
    assertThatCode(() -> HostNameCheck.check(LOCALHOST, "HTTPS", null, host))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.com", "127.0.0.2", "::1", "[::1]", "127.0.0.1.example.com"})
  void other_hosts_are_refused(String host) {
    assertThatThrownBy(() -> HostNameCheck.check(LOCALHOST, "ldaps", null, host))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining(host);
  }

  @Test
  void without_an_algorithm_any_host_will_do() {
    assertThatCode(() -> HostNameCheck.check(LOCALHOST, null, null, "example.com"))
        .doesNotThrowAnyException();
    assertThatCode(() -> HostNameCheck.check(LOCALHOST, "", null, null)).doesNotThrowAnyException();
  }

  @Test
  void an_algorithm_that_is_not_known_is_refused() {
    assertThatThrownBy(() -> HostNameCheck.check(LOCALHOST, "FTP", null, "localhost"))
        .isInstanceOf(CertificateException.class);
  }

  @Test
  void without_a_host_there_is_nothing_to_check_against() {
    assertThatThrownBy(() -> HostNameCheck.check(LOCALHOST, "HTTPS", null, null))
        .isInstanceOf(CertificateException.class);
  }
}
