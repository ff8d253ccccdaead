package dev.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a gateway takes of memory and disk, under load, is what docs/operation.md says.
@Timeout(300)
class BoundsTest {
  private static final long MIB = 1 << 20;

  /// More than the files have that lie beside those with slices.
  private static final int BLOCK = 4096;

  private static final int HEAP = 192;
  private static final int MEMORY = 48;
  private static final int SSD = 128;

  /// As docs/operation.md has them under "Sizing".
  private static final int JVM = 256;

  private static final int OF_AN_SSD = 128;

  private static final int OBJECTS = 64;
  private static final int OBJECT_BYTES = 4 << 20;
  private static final int CLIENTS = 8;

  @TempDir private Path scratch;

  @Test
  void memory_and_disk_stay_within_what_they_were_given() throws Exception {
    Path objects = Files.createDirectory(scratch.resolve("objects"));
    byte[] bytes = new byte[OBJECT_BYTES];
    new Random(1).nextBytes(bytes);
    for (int number = 0; number < OBJECTS; number++) {
      Files.write(objects.resolve("object-" + number), bytes);
    }
    Path ssd = scratch.resolve("ssd");
    ProcessBuilder serve =
        Program.millrace(
            Map.of("XDG_STATE_HOME", scratch + "/state", "MILLRACE_JAVA_OPTS", "-Xmx" + HEAP + "m"),
            "serve",
            "--port=0",
            "--access-log=off",
            "--memory-size=" + MEMORY + "MiB",
            "--origin-fetches=16",
            "--ssd-folder=" + ssd,
            "--ssd-size=" + SSD + "MiB",
            "--origin=" + objects);
    try (ServingMillrace millrace = ServingMillrace.start(serve);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> disks =
          IntStream.range(0, CLIENTS)
              .mapToObj(client -> clients.submit(() -> mostOnDisk(millrace, ssd, client)))
              .toList();
      for (Future<Long> disk : disks) {
        assertThat(disk.get()).isLessThan(SSD * MIB + BLOCK);
      }
      assertThat(bytesIn(ssd)).isGreaterThan(SSD / 2 * MIB);
      assertThat(millrace.memory("VmHWM"))
          .isLessThan((HEAP + MEMORY + JVM + OF_AN_SSD) * MIB)
          .isGreaterThan(MEMORY * MIB);
      millrace.stop();
    }
    assertThat(bytesIn(scratch.resolve("state"))).isLessThan(MIB);
  }

  /// The most that was on the disk while a client read its share of the objects, each twice, so
  /// that it is worth keeping when it leaves memory.
  private static long mostOnDisk(ServingMillrace millrace, Path ssd, int client)
      throws IOException, InterruptedException {
    long most = 0;
    for (int number = client; number < OBJECTS; number += CLIENTS) {
      for (int time = 0; time < 2; time++) {
        assertThat(millrace.get("object-" + number)).hasSize(OBJECT_BYTES);
        most = Math.max(most, bytesIn(ssd));
      }
    }
    return most;
  }

  private static long bytesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
