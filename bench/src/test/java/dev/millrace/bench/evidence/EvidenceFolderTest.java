package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.harness.BenchRun;
import dev.millrace.bench.harness.Better;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFolderTest {
  private static final BenchRun SEAL =
      Made.run(
          "seal",
          List.of(
              Made.result(
                  Claims.figures("seal").getFirst(), Better.HIGHER, 300, "two-passes", 290)),
          "");

  @TempDir private Path scratch;

  @Test
  void what_is_kept_is_there_again_in_the_order_of_the_stages() throws Exception {
    EvidenceFolder folder = new EvidenceFolder(scratch.resolve("pages"));
    BenchRun field = Made.run("store-field", List.of(), "no memory");
    folder.keep(SEAL);
    folder.keep(field);

    assertThat(folder.runs().values()).containsExactly(field, SEAL);
    folder.clear();
    assertThat(folder.runs()).isEmpty();
  }

  @Test
  void a_file_that_holds_no_run_is_named() throws Exception {
    EvidenceFolder folder = new EvidenceFolder(scratch);
    folder.keep(SEAL);
    Files.writeString(folder.results().resolve("seal.jsonl"), "{}\n");

    assertThatThrownBy(folder::runs)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("seal.jsonl holds no run");
  }

  @Test
  void a_picture_is_there_for_what_was_measured_and_for_nothing_else() throws Exception {
    EvidenceFolder folder = new EvidenceFolder(scratch);
    folder.keep(SEAL);
    folder.write(folder.runs());

    try (Stream<Path> pictures = Files.list(scratch.resolve("evidence"))) {
      assertThat(pictures).containsExactly(scratch.resolve("evidence/tax-9.svg"));
    }
    folder.write(new LinkedHashMap<>());
    assertThat(scratch.resolve("evidence")).isEmptyDirectory();
    assertThat(folder.page()).content().contains("Nothing has been measured yet.");
  }

  @Test
  void a_readme_has_the_summary_between_its_marks() throws Exception {
    LinkedHashMap<String, BenchRun> runs = new LinkedHashMap<>();
    runs.put("seal", SEAL);

    String readme =
        EvidenceFolder.summarized(
            "before\n<!-- evidence -->\nold\n<!-- /evidence -->\nafter\n", "page.md", runs);

    assertThat(readme)
        .startsWith("before\n<!-- evidence -->\n| | known |")
        .endsWith("|\n<!-- /evidence -->\nafter\n")
        .contains("](page.md#tax-9) |")
        .contains("| `two-passes` | 290 | 300 | 1.03 |")
        .doesNotContain("old");
    assertThatThrownBy(() -> EvidenceFolder.summarized("no marks", "page.md", runs))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("<!-- evidence -->");
  }
}
