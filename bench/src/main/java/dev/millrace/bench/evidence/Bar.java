package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Figures;
import java.util.List;

/// What a figure was to reach. Medians decide.
public sealed interface Bar {
  /// Whether a result has to do with it.
  boolean concerns(BenchResult result);

  boolean isReachedBy(BenchResult result);

  /// As it stands on the page.
  String text();

  /// Ours is to be at least so many times as good as a peer's.
  record Ratio(double least, List<String> peers) implements Bar {
    @Override
    public boolean concerns(BenchResult result) {
      return peers.contains(result.peer());
    }

    /// Where both are 0, as system calls can be, neither is better.
    @Override
    public boolean isReachedBy(BenchResult result) {
      double ratio = result.ratio();
      return ratio >= least || (Double.isNaN(ratio) && least <= 1);
    }

    @Override
    public String text() {
      return "at least %s × %s".formatted(Figures.plain(least), String.join(", ", peers));
    }
  }

  /// Ours is to be no worse than that, in the unit of the figure.
  record Bound(double bound) implements Bar {
    @Override
    public boolean concerns(BenchResult result) {
      return true;
    }

    @Override
    public boolean isReachedBy(BenchResult result) {
      return switch (result.better()) {
        case HIGHER -> result.ours().median() >= bound;
        case LOWER -> result.ours().median() <= bound;
      };
    }

    @Override
    public String text() {
      return "no worse than " + Figures.plain(bound);
    }
  }

  static Bar times(double least, String... peers) {
    return new Ratio(least, List.of(peers));
  }

  /// Ours is to take at most so many times what a peer takes.
  static Bar timesAsMuch(double most, String... peers) {
    return new Ratio(1 / most, List.of(peers));
  }

  static Bar within(double bound) {
    return new Bound(bound);
  }
}
