package dev.millrace.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.millrace.store.io.BlockIo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentFolderTest {
  @TempDir private Path scratch;
  private Path folder;

  @BeforeEach
  void make() throws IOException {
    folder = Files.createDirectory(scratch.resolve("ssd"));
  }

  /// Opens the folder, has a segment made, and closes it.
  private void use(int segments) throws IOException {
    SsdConfig config =
        new SsdConfig(folder, segments * 65_536L, 65_536, 1_000, InstantSource.system());
    try (BlockIo io = new TestDevice().open(config);
        SegmentFolder opened =
            SegmentFolder.open(folder, config.geometry(), false, io, new Faults())) {
      assertThat(opened.next()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"photos", ".profile", "segment-of-a-film", "segment-1"})
  void a_folder_of_others_is_refused_and_left_as_it_was(String theirs) throws IOException {
    Files.createFile(folder.resolve(theirs));
    Files.createFile(folder.resolve("meta"));
    assertThatIOException()
        .isThrownBy(() -> use(4))
        .withMessage(
            "the SSD folder %s has other files in it, such as %s; give an empty folder, or one that"
                    .formatted(folder, theirs)
                + " is not there yet");
    assertThat(folder)
        .isDirectoryContaining(file -> file.endsWith(theirs))
        .isDirectoryContaining(file -> file.endsWith("meta"));
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void a_fresh_file_system_is_begun_in_and_so_is_a_tiers_whose_meta_file_is_lost()
      throws IOException {
    Files.createDirectory(folder.resolve("lost+found"));
    use(4);
    Files.delete(folder.resolve("meta"));
    Files.createFile(folder.resolve("meta.new"));
    Files.createFile(folder.resolve("unfinished"));
    use(4);
    assertThat(folder.resolve("segment-00001")).exists();
  }

  @Test
  void what_came_into_a_tiers_folder_later_stops_no_restart_and_outlives_a_new_beginning()
      throws IOException {
    use(5);
    Path theirs = Files.createFile(folder.resolve("segment-of-a-film"));
    use(5);
    use(4);
    assertThat(theirs).exists();
  }
}
