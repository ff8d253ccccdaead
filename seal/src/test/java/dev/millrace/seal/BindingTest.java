package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BindingTest {
  @Test
  void there_is_nothing_before_the_beginning() {
    assertThatThrownBy(() -> Binding.none().at(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  /// In UTF-8 it would be a question mark.
  @Test
  void half_a_character_is_refused() {
    for (String half : List.of("\uD83D", "a\uDE00b", "\uDE00\uD83D")) {
      assertThatThrownBy(() -> Binding.of(half, "", ""))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Binding.of("", half, ""))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Binding.of("", "", half))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Binding.of("\uD83D\uDE00", "?", "é").bucket()).hasSize(2);
  }

  @Test
  void no_two_bindings_have_the_same_bytes() throws IOException {
    Header header =
        new Header(
            Header.STORED,
            0,
            4096,
            false,
            new WrappedKey("k", new byte[0]),
            0,
            new byte[16],
            new byte[7]);
    List<String> texts = List.of("", "\0", "\0\0\0\0", "\0\0\0\1", "a", "aa", "?", "é", "e\u0301");
    Set<String> seen = new HashSet<>();
    for (String bucket : texts) {
      for (String key : texts) {
        for (String version : texts) {
          for (long position : new long[] {0, 1, Long.MAX_VALUE}) {
            Binding binding = new Binding(bucket, key, version, position);
            assertThat(seen.add(HexFormat.of().formatHex(header.associatedData(binding)))).isTrue();
          }
        }
      }
    }
  }
}
