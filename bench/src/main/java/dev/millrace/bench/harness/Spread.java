package dev.millrace.bench.harness;

import java.util.Arrays;

/// The figures of several rounds, summed up.
///
/// @param rounds how many figures there were, at least 1
public record Spread(double median, double min, double max, int rounds) {
  /// Sums up at least one figure, given in any order.
  public static Spread of(double... figures) {
    if (figures.length == 0) {
      throw new IllegalArgumentException("no figures");
    }
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }
}
