package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  /// What fits into a line of a picture, which is as long as `BarPictureTest` says.
  private static final int LONGEST_LINE = 90;

  @Test
  void there_are_the_ten_taxes_in_their_order_and_the_gateway() {
    assertThat(Claims.ALL)
        .extracting(Claim::name)
        .containsExactlyElementsOf(
            Stream.concat(
                    IntStream.rangeClosed(1, 10).mapToObj(number -> "tax-" + number),
                    Stream.of("gateway"))
                .toList());
    assertThat(Claims.ALL.getFirst().heading()).isEqualTo("1. One lock around the session cache");
    assertThat(Claims.ALL.getLast().heading()).isEqualTo("The gateway as a whole");
  }

  @Test
  void each_has_a_bench_that_runs_and_no_bench_runs_for_nothing() {
    assertThat(Claims.ALL.stream().map(Claim::bench).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(Stage.ALL.stream().map(Stage::bench).toList());
  }

  @Test
  void all_benches_together_take_about_ninety_minutes() {
    assertThat(Stage.ALL.stream().mapToInt(stage -> stage.minutes(false)).sum()).isBetween(85, 95);
    assertThat(Stage.ALL.stream().mapToInt(stage -> stage.minutes(true)).sum()).isLessThan(25);
  }

  @Test
  void each_leads_to_a_page_of_longer_figures() {
    assertThat(Claims.ALL)
        .allSatisfy(claim ->
            assertThat(Path.of("../docs/benchmarks", claim.page().replaceFirst("#.*", "")))
                .isRegularFile());
  }

  @Test
  void figures_have_labels_of_their_own_that_fit_into_a_picture() {
    assertThat(Claims.ALL)
        .allSatisfy(claim ->
            assertThat(claim.figures().stream().map(Figure::label))
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(label -> assertThat(label).isNotBlank()));
    assertThat(Claims.ALL.stream().flatMap(claim -> claim.figures().stream()))
        .allSatisfy(figure ->
            assertThat(
                    "%s, %s (more is better), logarithmic".formatted(figure.label(), figure.unit()))
                .hasSizeLessThanOrEqualTo(LONGEST_LINE));
  }

  @Test
  void the_hand_written_pages_of_their_benches_are_told_of_in_the_readme_of_benchmarks()
      throws Exception {
    String readme = Files.readString(Path.of("../docs/benchmarks/README.md"));
    assertThat(Stage.ALL).allSatisfy(stage -> assertThat(readme).contains("`" + stage.bench()));
  }

  @Test
  void words_that_are_not_known_before_are_stars() {
    Figure figure = Figure.of("a", "op=deliver corpus=json *", "ms");

    assertThat(figure.isOf("op=deliver corpus=json size=64MiB")).isTrue();
    assertThat(figure.isOf("op=deliver corpus=text size=64MiB")).isFalse();
    assertThat(Figure.of("a", "version=1.3", "us").isOf("version=123")).isFalse();
    assertThat(Figure.of("a", "hit=50", "us").isOf("hit=50 key=int")).isFalse();
  }

  @Test
  void figures_of_one_bench_are_those_of_all_claims_on_it() {
    assertThat(Claims.figures("session-cache"))
        .hasSize(
            Claims.ALL.stream()
                .filter(claim -> List.of("tax-1", "tax-2").contains(claim.name()))
                .mapToInt(claim -> claim.figures().size())
                .sum());
  }
}
