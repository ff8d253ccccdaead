package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Finding.Verdict;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static final Figure RATE =
      Figure.of("rate", "x=1", "ops/us", Bar.times(2, "jdk", "caffeine"));
  private static final Figure TIME = Figure.of("time", "x=1", "us", Bar.timesAsMuch(1.25, "bare"));
  private static final Figure CALLS = Figure.of("polls", "x=1", "calls", Bar.within(0));

  private static BenchResult rate(double ours, String peer, double theirs) {
    return Made.result(RATE, Better.HIGHER, ours, peer, theirs);
  }

  @Test
  void the_peer_that_ours_does_worst_beside_decides() {
    Finding finding =
        new Finding(
            RATE, List.of(rate(10, "jdk", 1), rate(10, "caffeine", 8), rate(10, "chm", 99)));

    assertThat(finding.verdicts())
        .singleElement()
        .satisfies(verdict -> {
          assertThat(verdict.result().peer()).isEqualTo("caffeine");
          assertThat(verdict.isReached()).isFalse();
        });
  }

  @Test
  void a_bar_is_reached_exactly_where_it_is() {
    assertThat(reached(RATE, rate(2, "jdk", 1))).isTrue();
    assertThat(reached(RATE, rate(1.99, "jdk", 1))).isFalse();
    assertThat(reached(TIME, Made.result(TIME, Better.LOWER, 5, "bare", 4))).isTrue();
    assertThat(reached(TIME, Made.result(TIME, Better.LOWER, 5.1, "bare", 4))).isFalse();
  }

  @Test
  void a_bound_is_one_for_ours_alone() {
    assertThat(reached(CALLS, Made.result(CALLS, Better.LOWER, 0, "sdk", 4))).isTrue();
    assertThat(reached(CALLS, Made.result(CALLS, Better.LOWER, 0, "bare", 0))).isTrue();
    assertThat(reached(CALLS, Made.result(CALLS, Better.LOWER, 0.1, "sdk", 4))).isFalse();
  }

  @Test
  void where_both_are_nothing_neither_is_better() {
    Figure even = Figure.of("polls", "x=1", "calls", Bar.times(1, "bare"));
    Figure better = Figure.of("polls", "x=1", "calls", Bar.times(1.1, "bare"));

    assertThat(reached(even, Made.result(even, Better.LOWER, 0, "bare", 0))).isTrue();
    assertThat(reached(better, Made.result(better, Better.LOWER, 0, "bare", 0))).isFalse();
  }

  @Test
  void ranges_that_touch_are_within_noise() {
    assertThat(verdict(RATE, rate(1.2, "jdk", 1)).isWithinNoise()).isTrue();
    assertThat(verdict(RATE, rate(1.3, "jdk", 1)).isWithinNoise()).isFalse();
  }

  @Test
  void a_bar_without_its_peer_has_no_verdict() {
    Finding finding = new Finding(RATE, List.of(rate(10, "chm", 1)));

    assertThat(finding.isMeasured()).isTrue();
    assertThat(finding.verdicts()).isEmpty();
    assertThat(finding.beside("jdk")).get().extracting(BenchResult::peer).isEqualTo("chm");
  }

  private static boolean reached(Figure figure, BenchResult result) {
    return verdict(figure, result).isReached();
  }

  private static Verdict verdict(Figure figure, BenchResult result) {
    return new Finding(figure, List.of(result)).verdicts().getFirst();
  }
}
