package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What was measured of a figure.
///
/// @param results ours beside each peer; none where it was not measured
record Finding(Figure figure, List<BenchResult> results) {
  boolean isMeasured() {
    return !results.isEmpty();
  }

  /// The result beside one peer, or where that was not there, beside the first that was.
  Optional<BenchResult> beside(String peer) {
    return results.stream()
        .filter(result -> result.peer().equals(peer))
        .findFirst()
        .or(() -> results.stream().findFirst());
  }

  /// What became of each bar that something was measured for.
  List<Verdict> verdicts() {
    return figure.bars().stream().flatMap(bar -> verdict(bar).stream()).toList();
  }

  /// Of several peers, the one that ours does worst beside decides.
  private Optional<Verdict> verdict(Bar bar) {
    return results.stream()
        .filter(bar::concerns)
        .min(Comparator.comparingDouble(BenchResult::ratio))
        .map(result -> new Verdict(figure, bar, result));
  }

  /// Whether a bar was reached.
  record Verdict(Figure figure, Bar bar, BenchResult result) {
    boolean isReached() {
      return bar.isReachedBy(result);
    }

    /// Whether the ranges of both sides have something in common.
    boolean isWithinNoise() {
      return overlap(result.ours(), result.theirs());
    }

    private static boolean overlap(Spread one, Spread other) {
      return one.min() <= other.max() && other.min() <= one.max();
    }
  }
}
