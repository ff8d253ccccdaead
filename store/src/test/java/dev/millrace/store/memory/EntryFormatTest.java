package dev.millrace.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an entry's bytes say.
class EntryFormatTest {
  private static final int ADDRESS = 3;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 17, 1000})
  void a_key_is_another_if_any_byte_is(int length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2048);
      byte[] key = new byte[length];
      EntryFormat.write(memory, ADDRESS, key, 0);
      long header = EntryFormat.header(memory, ADDRESS);

      assertThat(EntryFormat.hasKey(memory, ADDRESS, header, key)).isTrue();
      assertThat(EntryFormat.hasKey(memory, ADDRESS, header, new byte[length + 1])).isFalse();
      for (int at = 0; at < length; at++) {
        key[at] = 1;
        assertThat(EntryFormat.hasKey(memory, ADDRESS, header, key)).isFalse();
        key[at] = 0;
      }
    }
  }
}
