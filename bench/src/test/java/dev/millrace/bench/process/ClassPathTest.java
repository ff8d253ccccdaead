package dev.millrace.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @Test
  void a_folder_of_the_module_path_stands_for_the_jars_in_it(@TempDir Path folder) {
    assertThat(ClassPath.of(folder + File.pathSeparator + "one.jar"))
        .isEqualTo(folder + File.separator + "*" + File.pathSeparator + "one.jar");
  }

  @Test
  void jars_are_named_whether_alone_or_in_a_folder(@TempDir Path folder) throws Exception {
    Files.createFile(folder.resolve("two-2.jar"));
    Files.createFile(folder.resolve("notes.txt"));

    assertThat(ClassPath.jars("one-1.jar" + File.pathSeparator + folder + File.separator + "*"))
        .containsExactly("one-1.jar", "two-2.jar");
  }

  @Test
  void an_artifact_can_be_left_out(@TempDir Path folder) throws Exception {
    Path one = Files.createFile(folder.resolve("one-1.jar"));
    Files.createFile(folder.resolve("two-2.jar"));

    assertThat(
            ClassPath.without(
                folder + File.separator + "*" + File.pathSeparator + "two-3.jar", "two"))
        .isEqualTo(one.toString());
  }
}
