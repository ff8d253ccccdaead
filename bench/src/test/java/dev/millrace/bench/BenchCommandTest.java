package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.command.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {
  @Test
  void an_unknown_name_is_answered_with_the_known_ones() {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("teapot");

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "no bench is named 'teapot'; choose from: fleet-growth, gateway, placement, s3-download, s3-link, seal, session-cache, store-field, store-gc, store-memory, store-ssd, store-traces, tls-handshake, tls-bulk, tls-close, tls-memory");
  }

  @Test
  void a_bench_without_recordings_says_so_before_it_begins() {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("tls-bulk", "--recordings", "anywhere");

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandFailure.class)
        .hasMessage("bench tls-bulk makes no recordings");
  }

  @Test
  void recordings_go_into_a_folder(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("tls-close", "--recordings", file.toString());

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandFailure.class)
        .hasMessage(file + " is not a folder");
  }

  @Test
  void a_bench_that_replays_nothing_says_so_before_it_begins() {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("tls-bulk", "--trace", "anything");

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandFailure.class)
        .hasMessage("bench tls-bulk replays no traces");
  }

  @Test
  void a_trace_that_is_not_there_is_refused(@TempDir Path folder) {
    Path file = folder.resolve("missing");
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("store-traces", "--trace", file.toString());

    assertThatThrownBy(command::call)
        .isInstanceOf(CommandFailure.class)
        .hasMessage(file + " cannot be read");
  }

  @Test
  @Tag("long")
  void pauses_are_measured_without_a_folder_to_leave_them_in() throws Exception {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("store-gc", "--quick");

    assertThat(command.call()).isZero();
  }

  @Test
  @Tag("long")
  void sealing_is_measured_beside_all_its_peers() throws Exception {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("seal", "--quick");

    assertThat(command.call()).isZero();
  }

  @Test
  @Tag("long")
  void placing_is_measured_beside_all_its_peers() throws Exception {
    BenchCommand command = new BenchCommand();
    new CommandLine(command).parseArgs("placement", "--quick");

    assertThat(command.call()).isZero();
  }

  @Test
  @Tag("long")
  void fleets_grow_and_are_drawn(@TempDir Path folder) throws Exception {
    BenchCommand command = new BenchCommand();
    new CommandLine(command)
        .parseArgs("fleet-growth", "--quick", "--json", "--recordings", folder.toString());

    assertThat(command.call()).isZero();
    assertThat(folder)
        .isDirectoryContaining("glob:**/fleet-load.svg")
        .isDirectoryContaining("glob:**/fleet-cost.svg")
        .isDirectoryContaining("glob:**/fleet-membership.svg");
  }

  @Test
  void without_a_name_the_benches_are_listed() {
    PrintStream stdout = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertThat(new BenchCommand().call()).isZero();
    } finally {
      System.setOut(stdout);
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("fleet-growth ")
        .contains(
            "\ngateway ",
            "\nplacement ",
            "\ns3-download ",
            "\ns3-link ",
            "\nseal ",
            "\nsession-cache ",
            "\nstore-field ",
            "\nstore-gc ",
            "\nstore-memory ",
            "\nstore-traces ",
            "\ntls-handshake ",
            "\ntls-bulk ",
            "\ntls-close ",
            "\ntls-memory ");
  }
}
