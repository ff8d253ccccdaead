package dev.millrace.bench.growth;

import org.apache.commons.statistics.distribution.NormalDistribution;

/// What chance alone gives where keys are dealt out to nodes that weigh alike: their numbers are
/// multinomially distributed.
///
/// With many keys for each node, which is where these hold, the numbers are the mean plus normally
/// distributed deviations of the variance `keys / nodes`, less their own mean. That mean is 0 on
/// average, so the largest number is on average as far from the mean as the largest of as many
/// independent deviations.
final class Chance {
  /// Beyond, a normal distribution has nothing that a double would show.
  private static final double FARTHEST = 9;

  private static final double STEP = 1e-3;

  private Chance() {}

  /// The keys of the node that has most, by those of a node on average.
  static double maxToMean(long keys, int nodes) {
    return 1 + largestOf(nodes) * Math.sqrt((double) nodes / keys);
  }

  /// The standard deviation of the keys of a node, by the same.
  static double deviationToMean(long keys, int nodes) {
    return Math.sqrt((nodes - 1.0) / keys);
  }

  /// How large the largest of so many is on average, of standard normal distribution: the integral
  /// of `1 - F^count` above 0, less that of `F^count` below.
  static double largestOf(int count) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double sum = 0;
    for (double x = STEP / 2; x < FARTHEST; x += STEP) {
      double above = Math.pow(normal.cumulativeProbability(x), count);
      double below = Math.pow(normal.cumulativeProbability(-x), count);
      sum += (1 - above - below) * STEP;
    }
    return sum;
  }
}
