package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `millrace get` as a program of its own, with standard streams and signals.
@Timeout(60)
class GetProcessTest {
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir Path folder;

  private Path target() {
    return folder.resolve("target");
  }

  private Path unfinished() {
    return folder.resolve(".target.millrace-part");
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends half of `halfdone`, and the other half to those who have the first.
  private static ScriptedServer slowServer() throws IOException {
    return ScriptedServer.start((head, client) -> {
      boolean rest = head.contains("range: bytes=4-7\r\n");
      ScriptedServer.write(
          client,
          rest ? "done" : "half",
          rest ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK",
          "ETag: \"1\"",
          "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
          rest ? "Content-Range: bytes 4-7/8\r\nContent-Length: 4" : "Content-Length: 8");
    });
  }

  private static ScriptedServer wholeServer() throws IOException {
    return ScriptedServer.start(
        "flour",
        "HTTP/1.1 200 OK",
        "ETag: \"1\"",
        "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
        "Content-Length: 5");
  }

  @Test
  void standard_output_takes_the_bytes_and_nothing_else() throws Exception {
    try (ScriptedServer server = wholeServer()) {
      Process process = process(server.endpoint() + "/grain/wheat", "-");
      try (InputStream out = process.getInputStream()) {
        assertThat(out.readAllBytes()).asString(UTF_8).isEqualTo("flour");
      }
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void a_full_disk_is_named() throws Exception {
    Path full = Path.of("/dev/full");
    if (!Files.isWritable(full)) {
      System.out.println("SKIPPED a_full_disk_is_named: this system has no /dev/full");
      abort();
    }
    try (ScriptedServer server = wholeServer()) {
      Process process =
          builder(server.endpoint() + "/grain/wheat", "-").redirectOutput(full.toFile()).start();
      assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
          .contains("cannot write standard output", "No space left");
      assertThat(process.waitFor()).isNotZero();
    }
  }

  @Test
  void an_interrupt_leaves_no_file() throws Exception {
    try (ScriptedServer server = slowServer()) {
      Process process = process(server.endpoint() + "/grain/wheat", target().toString());
      awaitHalf();
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void an_interrupted_download_is_resumed() throws Exception {
    try (ScriptedServer server = slowServer()) {
      String[] line = {server.endpoint() + "/grain/wheat", target().toString(), "--resume"};
      Process process = process(line);
      awaitHalf();
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(files()).containsExactly(unfinished());

      assertThat(process(line).waitFor()).isZero();
      assertThat(target()).hasContent("halfdone");
      assertThat(files()).containsExactly(target());
      assertThat(server.heads().getLast()).contains("range: bytes=4-7\r\n", "if-match: \"1\"\r\n");
    }
  }

  @Test
  void an_interrupt_leaves_none_of_many_files_unfinished() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start((head, client) -> {
          boolean list = head.startsWith("GET /grain?");
          String xml =
              "<ListBucketResult><Contents><Key>target</Key><Size>8</Size>"
                  + "<LastModified>2026-11-03T10:00:00Z</LastModified></Contents>"
                  + "</ListBucketResult>";
          ScriptedServer.write(
              client,
              list ? xml : "half",
              "HTTP/1.1 200 OK",
              "ETag: \"1\"",
              "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
              "Content-Length: " + (list ? xml.length() : 8));
        })) {
      Process process =
          process("--recursive", server.endpoint() + "/grain", target().getParent().toString());
      awaitHalf();
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(files()).isEmpty();
    }
  }

  /// Returns when the first half of the object is in the unfinished file.
  private void awaitHalf() throws IOException {
    while (!Files.exists(unfinished()) || !Files.readString(unfinished()).startsWith("half")) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  /// The command as a program of its own.
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) {
      System.exit(new CommandLine(new GetCommand()).execute(arguments));
    }
  }

  private static Process process(String... arguments) throws IOException {
    return builder(arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static ProcessBuilder builder(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx128m", "--enable-native-access=ALL-UNNAMED"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(Main.class.getName());
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line);
  }
}
