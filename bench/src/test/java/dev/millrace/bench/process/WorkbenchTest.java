package dev.millrace.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WorkbenchTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void closing_stops_the_children_and_deletes_the_folder() throws Exception {
    Workbench workbench = Workbench.open();
    Child child = workbench.start("sleeper", List.of("sleep", "1000"));

    workbench.close();

    assertThat(child.process().isAlive()).isFalse();
    assertThat(workbench.folder()).doesNotExist();
  }

  @Test
  void closing_stops_the_children_of_children() throws Exception {
    Workbench workbench = Workbench.open();
    Child child =
        workbench.start("parent", List.of("sh", "-c", "sleep 1000 & echo started $!; wait"));
    String grandchild = child.awaitOutput(Pattern.compile("started (\\d+)"), LIMIT).group(1);
    ProcessHandle handle = ProcessHandle.of(Long.parseLong(grandchild)).orElseThrow();

    workbench.close();

    assertThat(handle.onExit()).succeedsWithin(LIMIT);
  }

  @Test
  void output_is_awaited() throws Exception {
    try (Workbench workbench = Workbench.open()) {
      Child child = workbench.start("speaker", List.of("sh", "-c", "echo port 4711; sleep 1000"));

      assertThat(child.awaitOutput(Pattern.compile("port (\\d+)"), LIMIT).group(1))
          .isEqualTo("4711");
    }
  }

  @Test
  void a_child_that_ends_early_is_reported_with_its_last_words() throws Exception {
    try (Workbench workbench = Workbench.open()) {
      Child child = workbench.start("failure", List.of("sh", "-c", "echo no such thing; exit 3"));

      assertThatThrownBy(() -> child.awaitOutput(Pattern.compile("never"), LIMIT))
          .isInstanceOf(IOException.class)
          .hasMessage("failure ended with status 3: no such thing");
    }
  }
}
