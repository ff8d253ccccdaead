package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// A program of the machine that does what the document says. Where it is missing, the test is
/// skipped.
record Tool(String program) {
  /// OpenSSL 3 or later: earlier ones derive no keys.
  static Tool openssl() {
    Tool openssl = new Tool("openssl").present("version");
    String version = new String(openssl.run(new byte[0], "version"), StandardCharsets.UTF_8);
    assumeTrue(
        version.matches("(?s)OpenSSL ([3-9]|\\d\\d).*"),
        "needs OpenSSL 3, this is " + version.strip());
    return openssl;
  }

  static Tool zstd() {
    return new Tool("zstd").present("--version");
  }

  static Tool lz4() {
    return new Tool("lz4").present("--version");
  }

  /// What it makes of the input.
  byte[] run(byte[] input, String... arguments) {
    return start(input, arguments).orElseThrow();
  }

  private Tool present(String argument) {
    assumeTrue(
        start(new byte[0], argument).isPresent(),
        program + " is not installed (Debian package " + program + ")");
    return this;
  }

  private Optional<byte[]> start(byte[] input, String... arguments) {
    List<String> command = Stream.concat(Stream.of(program), Stream.of(arguments)).toList();
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    try {
      CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(process, input));
      byte[] output = process.getInputStream().readAllBytes();
      written.join();
      assertThat(process.waitFor()).as(command.toString()).isZero();
      return Optional.of(output);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(command.toString(), e);
    }
  }

  private static void write(Process process, byte[] input) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(input);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
