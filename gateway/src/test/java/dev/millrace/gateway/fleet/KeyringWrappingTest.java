package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.gateway.TestGateway;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyringWrappingTest {
  private static final String FLEET = "/millrace";

  @TempDir private Path folder;
  private final byte[] plain =
      TicketKeySet.first(new SecureRandom(), Instant.EPOCH, Duration.ofHours(1)).encode();
  private Path keys;
  private KeyringWrapping wrapping;

  @BeforeEach
  void make_a_keyring() throws IOException {
    keys = TestGateway.keyring(folder);
    wrapping = KeyringWrapping.read(keys, FLEET);
  }

  @Test
  void what_is_wrapped_is_unwrapped_by_whoever_has_the_keyring() throws IOException {
    byte[] wrapped = wrapping.wrap(plain.clone());
    assertThat(wrapping.unwrap(wrapped)).isEqualTo(plain);
    assertThat(KeyringWrapping.read(keys, FLEET).unwrap(wrapped)).isEqualTo(plain);
    assertThat(wrapping.wrap(plain.clone())).isNotEqualTo(wrapped);
  }

  @Test
  void a_new_key_on_top_opens_what_the_one_before_wrapped() throws IOException {
    byte[] wrapped = wrapping.wrap(plain.clone());
    Files.writeString(keys, Keyring.newKey() + "\n" + Files.readString(keys));
    assertThat(KeyringWrapping.read(keys, FLEET).unwrap(wrapped)).isEqualTo(plain);
  }

  @Test
  void another_keyring_does_not_open_it() throws IOException {
    Path others = TestGateway.keyring(Files.createDirectory(folder.resolve("others")));
    byte[] wrapped = wrapping.wrap(plain.clone());
    assertThatThrownBy(() -> KeyringWrapping.read(others, FLEET).unwrap(wrapped))
        .isInstanceOf(SealException.class);
  }

  @Test
  void another_fleet_does_not_open_it() throws IOException {
    byte[] wrapped = wrapping.wrap(plain.clone());
    assertThatThrownBy(() -> KeyringWrapping.read(keys, "/millrace/b").unwrap(wrapped))
        .isInstanceOf(SealException.class);
  }

  @Test
  void what_was_changed_or_never_wrapped_does_not_open() throws IOException {
    byte[] wrapped = wrapping.wrap(plain.clone());
    for (int i = 0; i < wrapped.length; i++) {
      byte[] changed = wrapped.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> wrapping.unwrap(changed)).isInstanceOf(IOException.class);
    }
    for (byte[] never : new byte[][] {{}, {1}, plain, new byte[10_000]}) {
      assertThatThrownBy(() -> wrapping.unwrap(never)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void nothing_of_the_keys_is_in_it() throws IOException {
    String wrapped = new String(wrapping.wrap(plain.clone()), StandardCharsets.ISO_8859_1);
    String all = new String(plain, StandardCharsets.ISO_8859_1);
    // After what says version and times: names and keys, which are random.
    for (int i = all.length() - 2 * 48; i + 4 <= all.length(); i++) {
      assertThat(wrapped).doesNotContain(all.substring(i, i + 4));
    }
  }
}
