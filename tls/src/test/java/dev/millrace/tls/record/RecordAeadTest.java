package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordPair.CRYPTO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.ShortBufferException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordAeadTest {
  static Stream<RecordPair> pairs() {
    return RecordPair.all();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void no_nonce_is_used_twice_even_if_sealing_fails(RecordPair pair) throws Exception {
    Set<String> nonces = new HashSet<>();
    try (RecordAead aead = aead(pair)) {
      for (int i = 0; i < 300; i++) {
        String nonce = nonce(aead);
        assertThat(nonces.add(nonce)).isTrue();
        assertThatThrownBy(() ->
                aead.seal(
                    1,
                    (operation, _) -> {
                      nonces.add(hex(operation.getIV()));
                      throw new ShortBufferException();
                    }))
            .isInstanceOf(LocalFailure.class);
      }
    }
    assertThat(nonces).hasSize(600);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_fault_of_our_own_is_not_the_peers(RecordPair pair) {
    try (RecordAead aead = aead(pair)) {
      RecordAead.Work work =
          (_, _) -> {
            throw new GeneralSecurityException();
          };
      assertThatThrownBy(() -> aead.open(1, work)).isInstanceOf(LocalFailure.class);
    }
  }

  private static RecordAead aead(RecordPair pair) {
    return new RecordAead(CRYPTO, pair.algorithm(), pair.keys(), RecordAead.MAX_RECORDS);
  }

  private static String nonce(RecordAead aead) throws TlsFailure {
    StringBuilder nonce = new StringBuilder();
    int length =
        aead.seal(
            1,
            (operation, _) -> {
              nonce.append(hex(operation.getIV()));
              return operation.doFinal(new byte[1], 0, 1, new byte[17], 0);
            });
    assertThat(length).isEqualTo(17);
    return nonce.toString();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
