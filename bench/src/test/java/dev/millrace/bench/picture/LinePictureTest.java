package dev.millrace.bench.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.picture.LinePicture.Drawing;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LinePictureTest {
  private static final Drawing DRAWING =
      new Drawing("title", "x", "y", lines(Map.of(5, 0.1, 1_000, 1e10)));

  private static SequencedMap<String, SequencedMap<Integer, Double>> lines(
      Map<Integer, Double> line) {
    return new TreeMap<>(Map.of("line", new TreeMap<>(line)));
  }

  @Test
  void points_are_drawn_as_svg(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("picture.svg");
    try (Workbench workbench = Workbench.open()) {
      DRAWING.write(workbench, file);
    }

    List<String> circles =
        Files.readAllLines(file).stream().filter(line -> line.contains("<circle")).toList();
    assertThat(Files.readString(file)).contains("<svg");
    assertThat(circles).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void what_cannot_be_written_is_told(@TempDir Path folder) throws Exception {
    try (Workbench workbench = Workbench.open()) {
      assertThatThrownBy(() -> DRAWING.write(workbench, folder.resolve("missing/picture.svg")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot draw");
    }
  }
}
