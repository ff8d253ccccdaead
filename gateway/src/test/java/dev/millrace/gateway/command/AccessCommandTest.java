package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessCommandTest {
  @TempDir private Path folder;

  @Test
  void it_lists_who_may_what_without_secrets() throws IOException {
    Path file =
        write(
            """
            anonymous: {read: [samples/public/]}
            identities:
              reports:
                keys: {MRREPORTS: a-secret-of-reports}
                read: [samples, logs/2026/]
                list: [logs/2026/]
                requests-per-second: 50
              idle: {requests-per-second: 1}
            """);
    CommandRun run = CommandRun.of(new AccessCommand(), file.toString());
    assertThat(run.out())
        .isEqualTo(
            """
            reports: read samples, logs/2026/ list logs/2026/; 50 requests a second
            idle: nothing; 1 requests a second
            anonymous: read samples/public/
            """);
  }

  @Test
  void it_says_what_is_wrong_in_one_line() throws IOException {
    Path file = write("identities: {a: {raed: [samples]}}");
    CommandRun run = CommandRun.of(new AccessCommand(), file.toString());
    assertThat(run.status()).isNotZero();
    assertThat(run.failure()).contains("identities.a: \"raed\" is unknown");
  }

  @Test
  void a_new_key_is_one_that_a_file_takes() throws IOException {
    String line = CommandRun.of(new AccessCommand(), "--new-key").out().strip();
    assertThat(line).matches("MILL[A-Z2-7]{16}: [0-9A-Za-z_-]{40}");
    assertThat(CommandRun.of(new AccessCommand(), "--new-key").out()).isNotEqualTo(line);
    Path file = write("identities:\n  a:\n    keys:\n      " + line + "\n");
    assertThat(CommandRun.of(new AccessCommand(), file.toString()).out())
        .isEqualTo("a: nothing\nanonymous: nothing\n");
  }

  @Test
  void it_wants_a_file_or_makes_a_key() throws IOException {
    assertThat(CommandRun.of(new AccessCommand()).status()).isEqualTo(2);
    Path file = write("{}");
    assertThat(CommandRun.of(new AccessCommand(), "--new-key", file.toString()).status())
        .isEqualTo(2);
  }

  private Path write(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("access.yaml"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
