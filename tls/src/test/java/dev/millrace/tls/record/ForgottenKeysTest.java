package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordPair.CRYPTO;
import static dev.millrace.tls.record.RecordPair.bytes;
import static dev.millrace.tls.record.RecordPair.open;
import static dev.millrace.tls.record.RecordPair.seal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.keys.RecordKeys;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Once closed, neither side knows its keys.
class ForgottenKeysTest {
  static Stream<RecordPair> pairs() {
    return RecordPair.all();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void nothing_is_sealed_or_opened_without_keys(RecordPair pair) throws Exception {
    RecordSealer sealer = pair.sealer();
    RecordOpener opener = pair.opener();
    byte[] record = seal(sealer, bytes(20, 1));
    sealer.close();
    opener.close();
    assertThatThrownBy(() -> seal(sealer, bytes(20, 1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> open(opener, record)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void the_keys_are_zeroed(RecordPair pair) {
    RecordKeys sealing = pair.keys();
    RecordKeys opening = pair.keys();
    RecordSealer.plaintext().tls13(CRYPTO, pair.algorithm(), sealing).close();
    RecordOpener.plaintext().tls12(CRYPTO, pair.algorithm(), opening).close();
    assertThat(sealing.key().isDestroyed()).isTrue();
    assertThat(opening.key().isDestroyed()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void no_key_can_be_reached_from_what_is_closed(RecordPair pair) throws Exception {
    RecordSealer sealer = pair.sealer();
    RecordOpener opener = pair.opener();
    open(opener, seal(sealer, bytes(20, 1)));
    assertThat(holdsKeys(sealer)).isTrue();
    assertThat(holdsKeys(opener)).isTrue();
    sealer.close();
    opener.close();
    assertThat(holdsKeys(sealer)).isFalse();
    assertThat(holdsKeys(opener)).isFalse();
  }

  private static boolean holdsKeys(Object root) throws IllegalAccessException {
    return holdsKeys(root, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean holdsKeys(Object object, Set<Object> seen) throws IllegalAccessException {
    if (object instanceof Cipher) {
      return true;
    }
    if (object instanceof byte[] bytes) {
      for (byte b : bytes) {
        if (b != 0) {
          return true;
        }
      }
      return false;
    }
    if (!object.getClass().getName().startsWith("dev.millrace.") || !seen.add(object)) {
      return false;
    }
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        Object value = field.get(object);
        if (value != null && holdsKeys(value, seen)) {
          return true;
        }
      }
    }
    return false;
  }
}
