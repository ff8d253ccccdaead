package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Containers of chance, for each [SealFuzzTarget].
public class SealFuzzTest {
  private static final String TARGET = "millrace.fuzz.target";
  private static final int SECONDS = Integer.getInteger("millrace.fuzz.seconds", 60);

  /// What Jazzer calls.
  public static void fuzzerTestOneInput(byte[] input) {
    SealFuzzTarget.valueOf(System.getProperty(TARGET)).take(input);
  }

  /// A few places of a seed are changed.
  @Property(tries = 1000, seed = "7")
  void whatever_comes_ends_well(
      @ForAll SealFuzzTarget target,
      @ForAll @IntRange(min = 0, max = 10_000) int seed,
      @ForAll @Size(max = 4) List<@IntRange(min = 0, max = 10_000) Integer> places,
      @ForAll @Size(min = 4, max = 4) List<@IntRange(min = -1, max = 256) Integer> bytes)
      throws IOException {
    List<byte[]> seeds = seeds(target);
    byte[] input = seeds.get(seed % seeds.size());
    for (int i = 0; i < places.size(); i++) {
      input = changed(input, places.get(i) % (input.length + 1), bytes.get(i));
    }
    target.take(input);
  }

  /// Guided by the code that is reached, in a JVM of its own, since Jazzer changes the classes that
  /// it loads.
  @ParameterizedTest
  @EnumSource
  @Tag("long")
  void jazzer_finds_nothing(SealFuzzTarget target, @TempDir Path folder) throws Exception {
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
                "--target_class=" + SealFuzzTest.class.getName(),
                "--instrumentation_includes=dev.millrace.seal.**",
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-max_len=20000",
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

  private static Path corpus(SealFuzzTarget target, Path folder) throws IOException {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    List<byte[]> seeds = seeds(target);
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(corpus.resolve("seed" + i), seeds.get(i));
    }
    return corpus;
  }

  private static List<byte[]> seeds(SealFuzzTarget target) throws IOException {
    return switch (target) {
      case CONTAINER -> Vector.ofThePage().stream().map(Vector::container).toList();
      case PLAINTEXT ->
          Stream.of(
                  Lies.all().map(lie -> plaintext(lie.codec(), lie.inner())),
                  honest(Forger.ZSTD),
                  honest(Forger.LZ4))
              .flatMap(seeds -> seeds)
              .toList();
    };
  }

  private static Stream<byte[]> honest(int codec) {
    return Stream.of(1, 100, 4095, 4096)
        .map(size -> plaintext(codec, Inner.honest(codec, new byte[Math.max(size, 50)])));
  }

  private static byte[] plaintext(int codec, byte[] inner) {
    byte[] input = new byte[inner.length + 1];
    input[0] = (byte) (codec == Forger.ZSTD ? 0 : 3);
    System.arraycopy(inner, 0, input, 1, inner.length);
    return input;
  }

  /// Replaces a byte, or leaves it out, or puts two zeros there.
  private static byte[] changed(byte[] input, int place, int by) {
    byte[] before = Arrays.copyOf(input, place);
    byte[] after = Arrays.copyOfRange(input, Math.min(place + 1, input.length), input.length);
    byte[] between = new byte[by < 0 ? 0 : by > 255 ? 2 : 1];
    Arrays.fill(between, (byte) by);
    return Samples.join(List.of(before, between, after));
  }
}
