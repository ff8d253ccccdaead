package dev.millrace.bench.growth;

import java.util.Arrays;

/// How evenly keys are spread over nodes.
///
/// @param maxToMean the keys of the node that has most, by those of a node on average
/// @param deviationToMean their standard deviation, by the same
record Load(double maxToMean, double deviationToMean) {
  static Load of(long[] keys) {
    double mean = Arrays.stream(keys).average().orElseThrow();
    double variance =
        Arrays.stream(keys).mapToDouble(each -> (each - mean) * (each - mean)).average().orElse(0);
    return new Load(Arrays.stream(keys).max().orElseThrow() / mean, Math.sqrt(variance) / mean);
  }
}
