package dev.millrace.fleet.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TicketSecretTest {
  private final TicketSecret secret = TicketSecret.random(new SecureRandom());

  @Test
  void a_random_secret_is_like_no_other() {
    TicketSecret other = TicketSecret.random(new SecureRandom());

    assertThat(secret.name()).hasSize(16).isNotEqualTo(other.name());
    assertThat(secret.key()).hasSize(32).isNotEqualTo(other.key());
    assertThat(secret).isNotEqualTo(other);
  }

  @Test
  void what_was_given_and_what_was_got_may_be_overwritten() {
    byte[] name = new byte[16];
    byte[] key = new byte[32];
    TicketSecret zeros = new TicketSecret(name, key);
    for (byte[] bytes : new byte[][] {name, key, zeros.name(), zeros.key()}) {
      Arrays.fill(bytes, (byte) 1);
    }

    assertThat(zeros.name()).containsOnly(0);
    assertThat(zeros.key()).containsOnly(0);
  }

  @Test
  void it_is_known_by_its_whole_name() {
    assertThat(secret.isNamed(secret.name())).isTrue();
    for (int at = 0; at < 16; at++) {
      byte[] other = secret.name();
      other[at] ^= 1;
      assertThat(secret.isNamed(other)).isFalse();
      assertThat(secret.isNamed(Arrays.copyOf(secret.name(), at))).isFalse();
    }
    assertThat(secret.isNamed(Arrays.copyOf(secret.name(), 17))).isFalse();
  }

  @Test
  void its_text_reveals_no_key() {
    assertThat(secret).hasToString("TicketSecret[" + HexFormat.of().formatHex(secret.name()) + "]");
    assertThat(secret.toString())
        .doesNotContain(
            HexFormat.of().formatHex(secret.key()),
            Arrays.toString(secret.key()),
            Base64.getEncoder().encodeToString(secret.key()));
  }

  @Test
  void its_equality_reveals_no_key() {
    TicketSecret sameName = new TicketSecret(secret.name(), new byte[32]);

    assertThat(secret).isEqualTo(sameName).hasSameHashCodeAs(sameName);
    assertThat(secret).isNotEqualTo(new TicketSecret(new byte[16], secret.key()));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "15, 32", "17, 32", "16, 31", "16, 33", "32, 16"})
  void a_name_or_a_key_of_another_length_is_refused(int name, int key) {
    assertThatThrownBy(() -> new TicketSecret(new byte[name], new byte[key]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("" + name, "" + key);
  }
}
