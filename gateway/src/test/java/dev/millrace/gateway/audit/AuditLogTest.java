package dev.millrace.gateway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.millrace.gateway.json.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AuditLogTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("audit");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }

  private static JsonLine entry(int number) {
    return new JsonLine().add("number", number);
  }

  @Test
  void an_entry_is_in_the_file_once_it_is_written_and_nobody_else_may_read_it() throws Exception {
    try (AuditLog log = AuditLog.open(file())) {
      log.write(entry(1));
      assertThat(lines()).containsExactly("{\"number\":1}");
      log.write(entry(2));
      assertThat(lines()).containsExactly("{\"number\":1}", "{\"number\":2}");
      assertThat(Files.getPosixFilePermissions(file()))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(log.counts()).isEqualTo(new AuditLog.Counts(2, 0));
    }
  }

  @Test
  void what_was_there_stays() throws Exception {
    Files.writeString(file(), "before\n");
    try (AuditLog log = AuditLog.open(file())) {
      log.write(entry(1));
    }
    assertThat(lines()).containsExactly("before", "{\"number\":1}");
  }

  @Test
  void entries_of_many_threads_are_whole_lines() throws Exception {
    try (AuditLog log = AuditLog.open(file())) {
      IntStream.range(0, 1000).parallel().forEach(i -> log.write(entry(i)));
    }
    assertThat(lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 1000).mapToObj(i -> entry(i).toString()).toList());
  }

  @Test
  void a_file_that_was_renamed_is_left_for_another_one() throws Exception {
    try (AuditLog log = AuditLog.open(file())) {
      log.write(entry(0));
      Path renamed = Files.move(file(), folder.resolve("audit.1"));
      int written = 1;
      while (!Files.exists(file())) {
        log.write(entry(written++));
      }
      assertThat(Files.readAllLines(renamed)).hasSize(written - 1);
      assertThat(lines()).containsExactly(entry(written - 1).toString());
    }
  }

  @Test
  void an_interrupted_thread_writes_and_so_do_others() throws Exception {
    try (AuditLog log = AuditLog.open(file())) {
      Thread interrupted =
          Thread.startVirtualThread(() -> {
            Thread.currentThread().interrupt();
            log.write(entry(1));
          });
      assertThat(interrupted.join(Duration.ofSeconds(30))).isTrue();
      log.write(entry(2));
      assertThat(lines()).hasSize(2);
    }
  }

  @Test
  void what_cannot_be_written_is_counted_and_told_in_the_file_later() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Files.createSymbolicLink(file(), full);
    try (AuditLog log = AuditLog.open(file())) {
      log.write(entry(1));
      log.write(entry(2));
      assertThat(log.counts()).isEqualTo(new AuditLog.Counts(0, 2));
      Files.delete(file());
      log.write(entry(3));
      assertThat(log.counts()).isEqualTo(new AuditLog.Counts(1, 2));
      assertThat(lines())
          .satisfiesExactly(
              lost -> assertThat(lost).contains("\"event\":\"lost\",\"entries\":2}"),
              last -> assertThat(last).isEqualTo(entry(3).toString()));
    }
  }

  @Test
  void a_line_after_one_that_may_be_torn_begins_a_new_one() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Files.createSymbolicLink(file(), full);
    try (AuditLog log = AuditLog.open(file())) {
      log.write(entry(1));
      Files.delete(file());
      Files.writeString(file(), "torn");
      log.write(entry(2));
    }
    assertThat(lines()).hasSize(3).startsWith("torn").endsWith(entry(2).toString());
  }

  @Test
  void one_that_cannot_be_opened_is_told_in_one_line() {
    assertThatThrownBy(() -> AuditLog.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("audit-log cannot be written")
        .hasMessageContaining(folder.toString())
        .message()
        .doesNotContain("\n");
  }

  @Test
  void none_takes_everything_and_writes_nothing() {
    try (AuditLog log = AuditLog.none()) {
      log.write(entry(1));
      assertThat(log.isOn()).isFalse();
      assertThat(log.counts()).isEqualTo(new AuditLog.Counts(0, 0));
    }
  }
}
