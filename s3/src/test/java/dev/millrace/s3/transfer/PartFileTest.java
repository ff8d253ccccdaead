package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PartFileTest {
  private static final byte[] BYTES = Trial.bytes(1000);

  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void writeAll(PartFile file) throws IOException {
    file.begin(BYTES.length);
    file.write(ByteBuffer.wrap(BYTES), 0);
    file.finish(BYTES.length);
  }

  @Test
  void it_has_its_name_only_when_it_is_whole() throws IOException {
    try (PartFile file = PartFile.open(folder.resolve("wheat"), false)) {
      assertThat(names()).containsExactly(".wheat.millrace-part");
      writeAll(file);
      assertThat(names()).containsExactly("wheat");
    }
    assertThat(Files.readAllBytes(folder.resolve("wheat"))).isEqualTo(BYTES);
    assertThat(names()).containsExactly("wheat");
  }

  @Test
  void it_replaces_what_was_there() throws IOException {
    Path target = Files.write(folder.resolve("wheat"), new byte[5000]);
    try (PartFile file = PartFile.open(target, false)) {
      file.begin(BYTES.length);
      assertThat(target).hasSize(5000);
      writeAll(file);
    }
    assertThat(Files.readAllBytes(target)).isEqualTo(BYTES);
  }

  @Test
  void unfinished_it_goes_unless_it_is_to_be_kept() throws IOException {
    Path target = folder.resolve("wheat");
    try (PartFile file = PartFile.open(target, false)) {
      file.begin(1000);
    }
    assertThat(names()).isEmpty();
    try (PartFile file = PartFile.open(target, true)) {
      file.begin(1000);
    }
    assertThat(names()).containsExactly(".wheat.millrace-part");
    try (PartFile file = PartFile.open(target, true)) {
      file.discard();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void nothing_is_not_kept() throws IOException {
    PartFile.open(folder.resolve("wheat"), true).close();
    assertThat(names()).isEmpty();
  }

  @Test
  void a_second_download_into_the_same_file_is_refused() throws IOException {
    Path target = folder.resolve("wheat");
    try (PartFile file = PartFile.open(target, false)) {
      file.begin(1000);
      for (boolean keep : new boolean[] {false, true}) {
        assertThatThrownBy(() -> PartFile.open(target, keep))
            .isInstanceOf(TargetException.class)
            .hasMessage("cannot write " + target + ": another download does so");
      }
      assertThat(names()).containsExactly(".wheat.millrace-part");
      writeAll(file);
    }
    PartFile.open(target, false).close();
    assertThat(Files.readAllBytes(target)).isEqualTo(BYTES);
  }

  @Test
  void once_it_has_its_name_another_download_of_the_file_may_begin() throws IOException {
    Path target = folder.resolve("wheat");
    PartFile first = PartFile.open(target, false);
    writeAll(first);
    try (PartFile second = PartFile.open(target, false)) {
      second.begin(5000);
      first.close();
      assertThat(names()).containsExactly(".wheat.millrace-part", "wheat");
    }
    assertThat(Files.readAllBytes(target)).isEqualTo(BYTES);
  }

  /// Who opens the unfinished file just before it gets its name has the finished one open. Each
  /// goes by a path of its own, and so is like another process to the others.
  @Test
  void however_many_begin_while_others_finish_the_file_is_always_whole() throws Exception {
    Path target = folder.resolve("wheat");
    byte[] bytes = new byte[64 << 10];
    AtomicInteger finished = new AtomicInteger();
    List<Callable<Void>> writers =
        IntStream.range(0, 4)
            .<Callable<Void>>mapToObj(writer ->
                () -> {
                  byte[] own = bytes.clone();
                  Arrays.fill(own, (byte) (writer + 1));
                  Path way = Files.createDirectory(folder.resolve("way" + writer));
                  while (finished.get() < 500) {
                    try (PartFile file = PartFile.open(way.resolve("../wheat"), false)) {
                      file.begin(own.length);
                      file.write(ByteBuffer.wrap(own), 0);
                      file.finish(own.length);
                      finished.incrementAndGet();
                    } catch (TargetException e) {
                      assertThat(e).hasMessageEndingWith("another download does so");
                    }
                    assertUniform(target, own.length);
                  }
                  return null;
                })
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Void> end : threads.invokeAll(writers)) {
        end.get();
      }
    }
  }

  private static void assertUniform(Path target, int length) throws IOException {
    if (Files.exists(target)) {
      byte[] whole = Files.readAllBytes(target);
      assertThat(whole).hasSize(length);
      byte[] uniform = new byte[length];
      Arrays.fill(uniform, whole[0]);
      assertThat(Arrays.equals(whole, uniform)).isTrue();
      assertThat(whole[0]).isNotZero();
    }
  }

  @Test
  void what_cannot_be_written_is_named_with_the_reason() throws IOException {
    Path nowhere = folder.resolve("nowhere/wheat");
    assertThatThrownBy(() -> PartFile.open(nowhere, true))
        .isInstanceOf(TargetException.class)
        .hasMessage("cannot write " + nowhere + ": its folder does not exist");

    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> PartFile.open(file.resolve("wheat"), true))
        .isInstanceOf(TargetException.class)
        .hasMessage("cannot write " + file.resolve("wheat") + ": Not a directory");

    assertThatThrownBy(() -> PartFile.open(folder, true))
        .isInstanceOf(TargetException.class)
        .hasMessage("cannot write " + folder + ": it is a directory");
    assertThatThrownBy(() -> PartFile.open(Path.of("/"), true))
        .isInstanceOf(TargetException.class)
        .hasMessage("cannot write /: it is a directory");
    assertThat(names()).containsExactly("file");
  }

  @Test
  void what_is_no_file_is_not_replaced_by_one() throws IOException {
    Path pipe = folder.resolve("pipe");
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(pipe));
      assertThatThrownBy(() -> PartFile.open(pipe, true))
          .hasMessage("cannot write " + pipe + ": it is not a regular file");
    }
    assertThat(names()).containsExactly("pipe");
  }

  @Test
  void a_link_that_somebody_has_laid_is_not_followed() throws IOException {
    Path target = folder.resolve("wheat");
    Path precious = Files.write(folder.resolve("precious"), BYTES);
    Path link = folder.resolve(".wheat.millrace-part");
    for (Path to : List.of(precious, folder.resolve("nothing"))) {
      Files.createSymbolicLink(link, to);
      assertThatThrownBy(() -> PartFile.open(target, false)).isInstanceOf(TargetException.class);
      Files.delete(link);
    }
    assertThat(Files.readAllBytes(precious)).isEqualTo(BYTES);
    assertThat(names()).containsExactly("precious");
    PartFile.open(target, false).close();
  }

  /// Another process sees no lock where this one has opened the file twice.
  @Test
  void a_refused_download_does_not_end_the_lock_of_the_first() throws Exception {
    Path target = folder.resolve("wheat");
    try (PartFile file = PartFile.open(target, true)) {
      file.begin(1000);
      assertThatThrownBy(() -> PartFile.open(target, true)).isInstanceOf(TargetException.class);
      assertThat(locksOf(file.path())).isNotEmpty();
    }
  }

  /// As Linux tells of them.
  private static List<String> locksOf(Path file) throws IOException {
    Path locks = Path.of("/proc/locks");
    assumeThat(Files.isReadable(locks)).as("a system that tells of locks").isTrue();
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(locks).stream().filter(line -> line.contains(inode)).toList();
  }

  @Test
  void a_folder_that_may_not_be_written_to_is_named() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeThat(Files.isWritable(locked)).as("a user who may not write everywhere").isFalse();
    assertThatThrownBy(() -> PartFile.open(locked.resolve("wheat"), false))
        .isInstanceOf(TargetException.class)
        .hasMessageEndingWith("its folder may not be written to");
  }

  @Test
  void a_disk_without_room_is_told_before_anything_is_fetched() throws IOException {
    Path target = folder.resolve("wheat");
    try (PartFile file = PartFile.open(target, true)) {
      assertThatThrownBy(() -> file.begin(Long.MAX_VALUE / 2))
          .isInstanceOf(TargetException.class)
          .hasMessageMatching(
              "cannot write .*wheat: it has 4611686018427387903 bytes, and there is room for \\d+");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void a_file_that_somebody_removes_is_a_failure_that_says_so() throws IOException {
    Path target = folder.resolve("wheat");
    try (PartFile file = PartFile.open(target, true)) {
      file.begin(1000);
      Files.delete(file.path());
      assertThatThrownBy(() -> file.finish(1000))
          .isInstanceOf(TargetException.class)
          .hasMessageEndingWith("somebody has removed it while it was downloaded");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void a_file_that_somebody_cuts_off_is_a_failure_to_whoever_reads_it() throws IOException {
    try (PartFile file = PartFile.open(folder.resolve("wheat"), false)) {
      file.begin(1000);
      assertThatThrownBy(() -> file.read(ByteBuffer.allocate(10), 995))
          .isInstanceOf(TargetException.class)
          .hasMessageEndingWith("somebody has cut it off");
    }
  }

  @Test
  void a_name_without_a_folder_is_in_the_present_one() throws IOException {
    Path bare = Path.of("millrace-part-file-test-" + ProcessHandle.current().pid());
    try (PartFile file = PartFile.open(bare, false)) {
      assertThat(file.path()).hasFileName("." + bare + ".millrace-part").exists();
    }
    assertThat(Path.of("." + bare + ".millrace-part")).doesNotExist();
  }
}
