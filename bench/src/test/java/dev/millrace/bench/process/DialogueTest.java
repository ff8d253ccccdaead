package dev.millrace.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DialogueTest {
  @Test
  void each_line_is_answered_by_one() throws Exception {
    try (Workbench workbench = Workbench.open();
        Dialogue echo =
            workbench.converse(
                "echo", List.of("sh", "-c", "while read line; do echo \"so $line\"; done"))) {
      assertThat(echo.ask("one")).isEqualTo("so one");
      assertThat(echo.ask("two")).isEqualTo("so two");
    }
  }

  @Test
  void a_program_that_ends_instead_is_reported_with_its_last_words() throws Exception {
    try (Workbench workbench = Workbench.open();
        Dialogue failure =
            workbench.converse(
                "failure", List.of("sh", "-c", "read line; echo no such $line >&2; exit 3"))) {
      assertThatThrownBy(() -> failure.ask("thing"))
          .isInstanceOf(IOException.class)
          .hasMessage("failure ended with status 3: no such thing");
    }
  }

  @Test
  void closing_ends_a_program_that_reads_to_the_end() throws Exception {
    try (Workbench workbench = Workbench.open()) {
      Dialogue reader = workbench.converse("reader", List.of("cat"));

      reader.close();

      assertThat(reader.child().process().waitFor()).isZero();
    }
  }
}
