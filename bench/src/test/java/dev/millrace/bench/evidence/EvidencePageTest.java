package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class EvidencePageTest {
  private static final Figure SHARE = Figure.of("share", "op=close", "%round", Bar.within(1));
  private static final Figure TIME = Figure.of("time", "op=close", "us", Bar.times(2, "jdk"));
  private static final Claim CLAIM = Made.claim(SHARE, TIME);

  private static BenchResult share(double ours) {
    return Made.result(SHARE, Better.LOWER, ours, "jdk", 4);
  }

  private static BenchResult time(double ours) {
    return Made.result(TIME, Better.LOWER, ours, "jdk", 10);
  }

  private static String page(List<BenchResult> results, String stopped) {
    return EvidencePage.of(Made.evidence(CLAIM, Made.run("tls-close", results, stopped)));
  }

  @Test
  void what_is_not_measured_is_told_to_be_missing() {
    assertThat(EvidencePage.of(Made.evidence(CLAIM)))
        .contains(
            "| [3. The cost of close](#tax-3) | 25.5 % | share | | | not measured yet |  | 0 of 2, 2 not measured |")
        .contains("- [3. The cost of close](#tax-3): not measured: share; time.")
        .contains("Nothing has been measured yet.")
        .contains("\nNot measured yet.\n")
        .doesNotContain(".svg");
  }

  @Test
  void figures_stand_beside_those_of_the_peer() {
    assertThat(page(List.of(share(0.5), time(2.5)), ""))
        .contains(
            "| [3. The cost of close](#tax-3) | 25.5 % | share, %round | `jdk` | 4 | 0.5 | 8.00 | 2 of 2 |")
        .contains("| share | %round | **ours** | 0.5 | 0.45–0.55 | | no worse than 1: reached |")
        .contains("| | | `jdk` | 4 | 3.6–4.4 | 8.00 |  |")
        .contains("| time | us | **ours** | 2.5 | 2.25–2.75 | |  |")
        .contains("| | | `jdk` | 10 | 9–11 | 4.00 | 2: reached |")
        .contains("![The cost of close, ours and its peers](evidence/tax-3.svg)")
        .contains("## What did not reach its bar\n\nNothing.\n");
  }

  @Test
  void bars_that_are_missed_appear_by_themselves() {
    assertThat(page(List.of(share(1.5), time(9)), ""))
        .contains(
            "- [3. The cost of close](#tax-3), share: the bar is no worse than 1, seen 1.5 (1.35–1.65) %round.")
        .contains(
            "- [3. The cost of close](#tax-3), time: the bar is at least 2 × jdk, seen 1.11 × `jdk`; the ranges overlap.")
        .contains("| no worse than 1: **not reached** |")
        .contains("0 of 2 |");
  }

  @Test
  void the_machine_what_was_missing_and_what_stopped_are_told() {
    assertThat(page(List.of(share(0.5)), "the disk is full"))
        .contains("machine: 2 cores of nothing\nkernel:  Linux\njdk:     25\npace:    full\n")
        .contains(
            "| `tls-close` | 2026-11-24T10:00:00Z | 6 | 0.00 0.01 0.02 | stopped: the disk is full |")
        .contains("**The bench stopped: the disk is full**")
        .contains("Not measured: `varnish`: not installed: apt install varnish hitch.")
        .contains("| time | us | not measured | | | | |")
        .contains("```\nrounds:  3\n```");
  }

  @Test
  void the_page_is_the_same_whatever_the_language() {
    Locale locale = Locale.getDefault();
    String page = page(List.of(share(0.5), time(2.5)), "");
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(page(List.of(share(0.5), time(2.5)), "")).isEqualTo(page);
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void ours_and_peers_are_drawn() {
    String picture =
        EvidencePicture.of(
            CLAIM, List.of(new Finding(SHARE, List.of(share(0.5))), new Finding(TIME, List.of())));

    assertThat(picture)
        .contains("<title>3. The cost of close</title>")
        .contains("share, %round (less is better): ours 0.5 (0.45–0.55), jdk 4 (3.6–4.4).")
        .doesNotContain("time");
  }
}
