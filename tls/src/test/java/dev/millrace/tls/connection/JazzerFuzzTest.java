package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import dev.millrace.tls.failure.TlsFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Looks for inputs of each [FuzzTarget] that it does not stand, guided by the code that they
/// reach, for a minute each. In a JVM of its own, since Jazzer changes the classes that it loads.
@Tag("long")
public class JazzerFuzzTest {
  private static final String TARGET = "millrace.fuzz.target";
  private static final int SECONDS = Integer.getInteger("millrace.fuzz.seconds", 60);

  /// What Jazzer calls.
  public static void fuzzerTestOneInput(byte[] input) throws TlsFailure {
    FuzzTarget.valueOf(System.getProperty(TARGET)).take(input);
  }

  @ParameterizedTest
  @EnumSource
  void nothing_is_found(FuzzTarget target, @TempDir Path folder) throws Exception {
    Path log = folder.resolve("log");
    Process jazzer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xmx512m",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "-D" + TARGET + "=" + target,
                Jazzer.class.getName(),
                "--target_class=" + JazzerFuzzTest.class.getName(),
                "--instrumentation_includes=dev.millrace.tls.**",
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-max_total_time=" + SECONDS,
                corpus(target, folder).toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(jazzer.waitFor(SECONDS + 120, TimeUnit.SECONDS)).as("ends").isTrue();
    } finally {
      jazzer.descendants().forEach(ProcessHandle::destroyForcibly);
      jazzer.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(jazzer.exitValue()).as(said).isZero();
    assertThat(said).contains("Done ");
  }

  private static Path corpus(FuzzTarget target, Path folder) throws IOException, TlsFailure {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    List<byte[]> seeds = FuzzTest.seeds(target);
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(corpus.resolve("seed" + i), seeds.get(i));
    }
    return corpus;
  }
}
