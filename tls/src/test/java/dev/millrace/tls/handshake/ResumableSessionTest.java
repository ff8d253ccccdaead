package dev.millrace.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What comes out of a ticket or a store is a session that some handshake may have made, or none.
class ResumableSessionTest {
  @ParameterizedTest
  @CsvSource({
    "TLS_1_2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, 48, 32, false",
    "TLS_1_2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, 48, 300, true",
    "TLS_1_3, TLS_AES_128_GCM_SHA256, 32, 300, true",
    "TLS_1_3, TLS_AES_256_GCM_SHA384, 48, 0, true"
  })
  void a_session_is_decoded(
      ProtocolVersion version, CipherSuite suite, int secret, int handle, boolean byTicket) {
    byte[] encoded = encoded(version, suite, secret, handle, byTicket);

    assertThat(ResumableSession.decode(encoded).encode()).isEqualTo(encoded);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_1_2, TLS_AES_256_GCM_SHA384, 48, 32, false",
    "TLS_1_3, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, 32, 300, true"
  })
  void a_session_has_a_suite_of_its_version(
      ProtocolVersion version, CipherSuite suite, int secret, int handle, boolean byTicket) {
    assertRefused(encoded(version, suite, secret, handle, byTicket));
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_1_2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, 0",
    "TLS_1_2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, 32",
    "TLS_1_3, TLS_AES_128_GCM_SHA256, 0",
    "TLS_1_3, TLS_AES_128_GCM_SHA256, 48",
    "TLS_1_3, TLS_AES_256_GCM_SHA384, 32"
  })
  void a_session_has_a_secret_of_its_length(
      ProtocolVersion version, CipherSuite suite, int secret) {
    assertRefused(encoded(version, suite, secret, 32, true));
  }

  @Test
  void a_session_id_has_no_more_than_32_bytes() {
    assertRefused(
        encoded(
            ProtocolVersion.TLS_1_2,
            CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            48,
            33,
            false));
  }

  private static void assertRefused(byte[] encoded) {
    assertThatIllegalArgumentException().isThrownBy(() -> ResumableSession.decode(encoded));
  }

  private static byte[] encoded(
      ProtocolVersion version, CipherSuite suite, int secret, int handle, boolean byTicket) {
    return new ResumableSession(
            version,
            suite,
            NamedGroup.X25519,
            new Secret(new byte[secret]),
            new byte[handle],
            byTicket,
            0,
            0,
            3600,
            0,
            0,
            null,
            null,
            null,
            List.of(),
            null,
            new ConcurrentHashMap<>())
        .encode();
  }
}
