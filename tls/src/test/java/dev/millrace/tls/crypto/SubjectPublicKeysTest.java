package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.testing.TestIdentity;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubjectPublicKeysTest {
  private static byte[] encoding(TestIdentity.Kind kind) {
    return TestIdentity.of(kind).certificate().getPublicKey().getEncoded();
  }

  @ParameterizedTest
  @EnumSource
  void a_key_is_read_from_its_encoding(TestIdentity.Kind kind) throws PeerMisbehaved {
    byte[] encoding = encoding(kind);

    assertThat(SubjectPublicKeys.parse(encoding).getEncoded()).isEqualTo(encoding);
  }

  @ParameterizedTest
  @EnumSource
  void an_encoding_of_another_length_is_refused(TestIdentity.Kind kind) {
    byte[] encoding = encoding(kind);
    for (int length = 0; length < encoding.length; length++) {
      assertRefused(Arrays.copyOf(encoding, length));
    }
    assertRefused(Arrays.copyOf(encoding, encoding.length + 1));
  }

  @Test
  void what_is_no_key_for_handshakes_is_refused() throws Exception {
    assertRefused(TestIdentity.of(TestIdentity.Kind.P256).certificate().getEncoded());
    assertRefused(
        KeyPairGenerator.getInstance("X25519").generateKeyPair().getPublic().getEncoded());
  }

  private static void assertRefused(byte[] encoding) {
    assertThatThrownBy(() -> SubjectPublicKeys.parse(encoding))
        .isInstanceOfSatisfying(
            PeerMisbehaved.class, e -> assertThat(e.alert()).isEqualTo(Alert.DECODE_ERROR));
  }
}
