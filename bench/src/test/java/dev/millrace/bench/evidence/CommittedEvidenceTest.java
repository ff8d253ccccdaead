package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.harness.BenchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages in `docs/benchmarks` say what the results there do.
class CommittedEvidenceTest {
  private static final String REMEDY =
      "stale; bring it up to date with: ./millrace bench all --page";
  private static final EvidenceFolder PAGES = new EvidenceFolder(Path.of("../docs/benchmarks"));

  @TempDir private Path scratch;

  @Test
  void the_page_and_its_pictures_are_what_the_results_give() throws Exception {
    EvidenceFolder fresh = new EvidenceFolder(scratch);
    fresh.write(PAGES.runs());

    assertThat(PAGES.page()).as(REMEDY).hasSameBinaryContentAs(fresh.page());
    Path pictures = PAGES.folder().resolve(EvidencePage.PICTURES);
    List<String> drawn = names(fresh.folder().resolve(EvidencePage.PICTURES));
    assertThat(names(pictures)).as(REMEDY).isEqualTo(drawn);
    for (String name : drawn) {
      assertThat(pictures.resolve(name))
          .as(REMEDY)
          .hasSameBinaryContentAs(fresh.folder().resolve(EvidencePage.PICTURES).resolve(name));
    }
  }

  @Test
  void the_summary_in_the_readme_is_what_the_results_give() throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    SequencedMap<String, BenchRun> runs = PAGES.runs();

    assertThat(EvidenceFolder.summarized(readme, "docs/benchmarks/evidence.md", runs))
        .as(REMEDY)
        .isEqualTo(readme);
  }

  @Test
  void each_bench_is_said_to_take_as_long_as_it_took() throws Exception {
    SequencedMap<String, BenchRun> runs = PAGES.runs();

    assertThat(Stage.ALL)
        .filteredOn(stage -> runs.containsKey(stage.bench()))
        .isNotEmpty()
        .allSatisfy(stage ->
            assertThat(60L * stage.minutes(false))
                .as("seconds of %s", stage.bench())
                .isCloseTo(runs.get(stage.bench()).seconds(), within(120L)));
  }

  /// No folder is none with nothing in it.
  private static List<String> names(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
