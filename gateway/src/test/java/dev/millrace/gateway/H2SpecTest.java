package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What h2spec makes of the gateway: https://github.com/summerwind/h2spec, by `-Dh2spec=FILE` or on
/// the PATH.
class H2SpecTest {
  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void every_test_of_h2spec_passes_the_strict_ones_too() throws Exception {
    Optional<String> h2spec = h2spec();
    if (h2spec.isEmpty()) {
      System.out.println("SKIPPED " + getClass().getSimpleName() + ": h2spec is not installed");
      abort("h2spec is not installed");
    }
    Files.writeString(folder.resolve("k"), "value");
    Path said = folder.resolve("h2spec.out");
    try (TestGateway gateway = TestGateway.serving(folder)) {
      int status = run(h2spec.get(), gateway.port(), said).waitFor();
      assertThat(Files.readString(said)).contains(" 0 skipped, 0 failed");
      assertThat(status).isZero();
    }
  }

  private static Process run(String h2spec, int port, Path said) throws IOException {
    return new ProcessBuilder(
            h2spec,
            "-h",
            "127.0.0.1",
            "-p",
            "" + port,
            "-t",
            "-k",
            "--strict",
            "-P",
            "/mill/k",
            "-o",
            "10")
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
  }

  private static Optional<String> h2spec() {
    String named = System.getProperty("h2spec");
    return named != null
        ? Optional.of(named)
        : Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry, "h2spec"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst();
  }
}
