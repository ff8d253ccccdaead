package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchAllCommandTest {
  @TempDir private Path scratch;

  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler((e, command, _) -> {
          command.getErr().println(e.getMessage());
          return 1;
        })
        .execute(arguments);
  }

  @Test
  void the_page_is_written_of_what_is_kept_without_measuring() {
    assertThat(execute("all", "--page", "--out", scratch.toString())).isZero();

    assertThat(scratch.resolve("evidence.md")).content().contains("Nothing has been measured yet.");
    assertThat(scratch.resolve("results")).doesNotExist();
  }

  @Test
  void a_file_is_no_folder() throws Exception {
    Path file = Files.createFile(scratch.resolve("file"));

    assertThat(execute("all", "--page", "--out", file.toString())).isEqualTo(1);
    assertThat(err.toString()).isEqualTo(file + " is not a folder\n");
  }

  @Test
  void what_measures_nothing_does_not_go_on() {
    assertThat(execute("all", "--page", "--continue", "--out", scratch.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("--page measures nothing");
  }

  @Test
  void options_of_one_bench_are_not_taken_for_those_of_all() {
    assertThat(execute("--quick", "all", "--page", "--out", scratch.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("options of all stand after it");
    assertThat(execute("seal", "all", "--page", "--out", scratch.toString())).isEqualTo(2);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void what_is_kept_and_cannot_be_read_is_named() throws Exception {
    Path results = Files.createDirectory(scratch.resolve("results"));
    Files.writeString(results.resolve("seal.jsonl"), "not json");

    assertThat(execute("all", "--page", "--out", scratch.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("bench all stopped in ")
        .contains("seal.jsonl holds no run");
  }
}
