package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.annotations.JCStressTest;

/// Runs all tests of jcstress, in two to four minutes: each in one JVM, which compiles as it does
/// in production. By hand, without `-jvmArgs`, it goes through all compilers, in a quarter of an
/// hour or more.
@Tag("long")
class JcstressTest {
  @Test
  void no_outcome_is_forbidden(@TempDir Path folder) throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two processors");
    Path log = folder.resolve("log");
    // On two busy processors, pinning threads and spinning hard take many times as long.
    Process jcstress =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "-t",
                "dev.millrace.cache",
                "-r",
                folder.resolve("report").toString(),
                "-af",
                "NONE",
                "-sc",
                "false",
                "-spinStyle",
                "THREAD_YIELD",
                "-f",
                "1",
                "-iters",
                "4",
                "-time",
                "400",
                "-jvmArgs",
                "-Xmx256m")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(jcstress.waitFor(10, TimeUnit.MINUTES)).as("ends").isTrue();
    } finally {
      jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
      jcstress.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(jcstress.exitValue()).as(said).isZero();
    assertThat(said).contains(tests() + " planned; " + tests() + " passed, 0 failed");
  }

  private static long tests() {
    return Stream.of(FullCacheStress.class, OneKeyStress.class)
        .flatMap(tests -> Stream.of(tests.getDeclaredClasses()))
        .filter(test -> test.isAnnotationPresent(JCStressTest.class))
        .count();
  }
}
