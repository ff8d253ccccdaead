package dev.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process under load is killed at any instant, and goes on with what it finds when it is started
/// again.
class CrashTest {
  /// How many lines a process prints at most before it is killed.
  private static final int MOST_LINES = 60;

  /// The same for one that seals: it takes a while until what seals is compiled.
  private static final int MOST_LINES_SEALED = 400;

  @TempDir Path folder;

  @Test
  void a_process_that_is_killed_never_serves_a_wrong_byte() throws Exception {
    killAndRestart(6, List.of());
  }

  @Tag("long")
  @Test
  void a_process_that_is_killed_200_times_never_serves_a_wrong_byte() throws Exception {
    killAndRestart(200, List.of());
  }

  @Tag("long")
  @Test
  void a_process_that_seals_and_is_killed_30_times_never_serves_a_wrong_byte() throws Exception {
    killAndRestart(30, List.of(Keyring.newKey()));
  }

  /// @param keys the line of a keyring, or none where the SSD is not sealed
  private void killAndRestart(int kills, List<String> keys) throws Exception {
    SplittableRandom random = new SplittableRandom(kills);
    int mostLines = keys.isEmpty() ? MOST_LINES : MOST_LINES_SEALED;
    long hits = 0;
    for (int run = 1; run <= kills; run++) {
      hits += killed(run, random.nextInt(mostLines), random.nextInt(200_000), keys);
    }
    assertThat(hits).as("hits on the SSD").isPositive();
  }

  /// Starts a process, and kills it some time after a line of its output.
  ///
  /// @return how often it found something on the SSD
  private long killed(int run, int lines, int nanoseconds, List<String> keys) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CrashingStore.class.getName(),
                folder.toString(),
                String.valueOf(run)));
    command.addAll(keys);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader()) {
      long hits = hits(output, lines);
      long instant = System.nanoTime() + nanoseconds;
      while (System.nanoTime() < instant) {
        Thread.onSpinWait();
      }
      // SIGKILL, on Linux. The process's own method would close its output, too.
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      assertThat(output.lines().filter(line -> line.startsWith(CrashingStore.WRONG))).isEmpty();
      assertThat(process.waitFor()).isNotEqualTo(CrashingStore.WRONG_STATUS);
      return hits;
    }
  }

  private static long hits(BufferedReader output, int lines) throws IOException {
    List<String> all = new ArrayList<>();
    long hits = 0;
    int seen = 0;
    while (seen <= lines) {
      String line = output.readLine();
      all.add(line);
      // With what was logged before it.
      assertThat(line).as("%s", all).isNotNull().doesNotStartWith(CrashingStore.WRONG);
      if (line.startsWith(CrashingStore.HITS)) {
        hits = Long.parseLong(line.substring(CrashingStore.HITS.length()));
        seen++;
      }
    }
    return hits;
  }
}
