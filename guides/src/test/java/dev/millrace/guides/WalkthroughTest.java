package dev.millrace.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a guide must be like to pass.
@Timeout(60)
class WalkthroughTest {
  @TempDir private Path scratch;

  private Guide guide(String text) throws Exception {
    return Guide.read(
        Files.writeString(scratch.resolve("guide.md"), text.replace("'''", "```")),
        UnaryOperator.identity());
  }

  private void follow(String text) throws Exception {
    Path libraries = Files.createDirectory(scratch.resolve("libraries"));
    try (var walkthrough = new Walkthrough(guide(text), scratch, libraries, Map.of())) {
      walkthrough.follow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "console", "text", "bash"})
  void a_block_of_no_known_kind_is_an_error(String kind) {
    assertThatThrownBy(() -> guide("Text.\n\n'''" + kind + "\nls\n'''\n"))
        .hasMessageContaining("line 3");
  }

  @Test
  void what_is_set_in_one_block_holds_in_the_next() {
    assertThatCode(() ->
            follow(
                """
                '''sh
                word='two  words'; cd lib
                '''

                '''sh
                basename "$PWD"; echo "$word"
                '''

                '''text
                lib
                two words
                '''
                """))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'''sh\nfalse\ntrue\n'''\n",
        "<!-- fails -->\n'''sh\ntrue\n'''\n",
        "'''sh\necho one\n'''\n\n'''text\ntwo\n'''\n",
        "'''sh\necho one; echo two\n'''\n\n'''text\none\n'''\n",
        "'''sh\n# terminal one\necho no\n'''\n\n'''text\nyes\n'''\n",
        "'''java\nint missing;\n'''\n",
        "'''xml\n<artifactId>missing</artifactId>\n<version>1</version>\n'''\n",
      })
  void a_guide_that_says_what_does_not_happen_fails(String text) {
    assertThatThrownBy(() -> follow(text)).isInstanceOf(AssertionError.class);
  }

  @Test
  void a_server_runs_until_its_terminal_is_interrupted() {
    assertThatCode(() ->
            follow(
                """
                '''sh
                word=ours
                '''

                '''sh
                # terminal server
                word=theirs
                trap 'echo ended > end; exit' TERM
                echo begun
                while :; do sleep 1 & wait $! || true; done
                '''

                '''text
                begun
                '''

                '''sh
                # Ctrl-C in terminal server
                '''

                '''sh
                cat end; echo $word
                '''

                '''text
                ended
                ours
                '''
                """))
        .doesNotThrowAnyException();
  }

  @Test
  void dots_stand_for_any_text_and_any_lines() {
    Printed printed = new Printed(List.of("a … c", "…", "end"));

    assertThat(printed.isAllOf("a b   c\nend\n")).isTrue();
    assertThat(printed.isAllOf("a b c\nmore\nand more\nend\n")).isTrue();
    assertThat(printed.isAllOf("a b c\nd\nend\nand more\n")).isFalse();
    assertThat(printed.begins("a b c\nd\nend\nand more\n")).isTrue();
    assertThat(printed.begins("a b\nend\n")).isFalse();
  }
}
