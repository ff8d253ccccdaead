package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `millrace seal` and `millrace open` as programs of their own, with standard streams, signals and
/// libraries to load.
@Timeout(60)
class SealProcessTest {
  private static final int ENDED_BY_SIGTERM = 143;
  private static final byte[] BYTES = new byte[300_000];

  static {
    new Random(7).nextBytes(BYTES);
  }

  @TempDir Path folder;
  @TempDir Path elsewhere;

  private Path plain;
  private Path keys;

  @BeforeEach
  void makeFiles() throws IOException {
    plain = Files.write(elsewhere.resolve("plain"), BYTES);
    keys = elsewhere.resolve("keys");
    new KeyringFile(keys).create();
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void standard_streams_take_and_give_the_bytes_and_nothing_else() throws Exception {
    Path sealed = folder.resolve("sealed");
    Process sealing = builder("seal", "-", "-").redirectOutput(sealed.toFile()).start();
    try (OutputStream in = sealing.getOutputStream()) {
      in.write(BYTES);
    }
    assertThat(said(sealing)).isEmpty();
    assertThat(sealing.waitFor()).isZero();

    Process opening = builder("open", "-", "-").redirectInput(sealed.toFile()).start();
    assertThat(opening.getInputStream().readAllBytes()).isEqualTo(BYTES);
    assertThat(said(opening)).isEmpty();
    assertThat(opening.waitFor()).isZero();
  }

  @Test
  void what_came_before_a_failure_is_authentic() throws Exception {
    Path sealed = folder.resolve("sealed");
    assertThat(builder("seal", plain.toString(), sealed.toString()).start().waitFor()).isZero();
    byte[] container = Files.readAllBytes(sealed);
    Files.write(sealed, Arrays.copyOf(container, 200_000));
    Process opening = builder("open", sealed.toString(), "-").start();
    byte[] came = opening.getInputStream().readAllBytes();
    assertThat(came).isNotEmpty().hasSizeLessThan(200_000);
    assertThat(came).isEqualTo(Arrays.copyOf(BYTES, came.length));
    assertThat(said(opening)).startsWith("millrace: cannot open").hasLineCount(1);
    assertThat(opening.waitFor()).isEqualTo(1);
  }

  @Test
  void a_full_disk_is_named() throws Exception {
    Path full = Path.of("/dev/full");
    if (!Files.isWritable(full)) {
      System.out.println("SKIPPED a_full_disk_is_named: this system has no /dev/full");
      abort();
    }
    Process toStream = builder("seal", plain.toString(), "-").redirectOutput(full.toFile()).start();
    assertThat(said(toStream))
        .contains("cannot write standard output: No space left")
        .hasLineCount(1);
    assertThat(toStream.waitFor()).isEqualTo(1);
    Process toDevice = builder("seal", plain.toString(), full.toString()).start();
    assertThat(said(toDevice)).contains("cannot write /dev/full: No space left").hasLineCount(1);
    assertThat(toDevice.waitFor()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"seal", "open"})
  void an_interrupt_leaves_no_file(String command) throws Exception {
    Process process =
        builder(command, "-", folder.resolve("target").toString())
            .redirectError(Redirect.INHERIT)
            .start();
    while (files().isEmpty() && process.isAlive()) {
      LockSupport.parkNanos(5_000_000);
    }
    // Process.destroy would end standard input too, and with it the command.
    process.toHandle().destroy();
    assertThat(process.waitFor()).isEqualTo(ENDED_BY_SIGTERM);
    assertThat(files()).isEmpty();
  }

  @Test
  void a_library_that_does_not_load_is_told_in_a_line() throws Exception {
    Process process = withoutLibraries("seal", plain.toString(), folder.resolve("s").toString());
    assertThat(said(process))
        .startsWith("millrace: what compresses does not load: ")
        .contains("-Djava.io.tmpdir=")
        .hasLineCount(1);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(files()).isEmpty();
  }

  @Test
  void a_gateway_does_not_start_without_the_library_that_it_seals_by() throws Exception {
    Process process =
        withoutLibraries(
            "serve",
            "--origin=" + folder,
            "--port=0",
            "--sealed-keys=" + keys,
            "--sealed-compression=zstd");
    assertThat(said(process))
        .startsWith("millrace: what compresses does not load: ")
        .hasLineCount(1);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void what_needs_no_library_does_without() throws Exception {
    String target = folder.resolve("sealed").toString();
    Process process = withoutLibraries("seal", plain.toString(), target, "--compression=none");
    assertThat(said(process)).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void java_in_place_of_a_library_is_warned_of() throws Exception {
    String target = folder.resolve("sealed").toString();
    Process process = withoutLibraries("seal", plain.toString(), target, "--compression=lz4");
    assertThat(said(process))
        .startsWith("millrace: warning: lz4 runs in Java")
        .contains("java.io.tmpdir, " + folder.resolve("absent"))
        .hasLineCount(1);
    assertThat(process.waitFor()).isZero();
  }

  private Process withoutLibraries(String... arguments) throws IOException {
    ProcessBuilder builder = builder(arguments);
    builder.command().add(1, "-Djava.io.tmpdir=" + folder.resolve("absent"));
    return builder.redirectOutput(Redirect.DISCARD).start();
  }

  /// What the command said on stderr, without what the JVM did.
  private static String said(Process process) throws IOException {
    try (InputStream err = process.getErrorStream()) {
      String all = new String(err.readAllBytes(), UTF_8);
      return all.replace("WARNING: java.io.tmpdir directory does not exist\n", "");
    }
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx128m", "--enable-native-access=ALL-UNNAMED"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(Millrace.class.getName());
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("MILLRACE_KEYS", keys.toString());
    return builder;
  }
}
