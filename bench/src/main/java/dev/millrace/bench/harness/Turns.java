package dev.millrace.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Figures of any number of sides, taken in turns.
///
/// @param figures by side
public record Turns<S>(Map<S, List<Double>> figures) {

  /// One figure of one side.
  @FunctionalInterface
  public interface Measurement<S> {
    double take(S side) throws IOException, InterruptedException;
  }

  /// Takes `count` figures of each side in the order A B C, C B A, A B C, …
  public static <S> Turns<S> taken(int count, List<S> sides, Measurement<S> measurement)
      throws IOException, InterruptedException {
    Map<S, List<Double>> figures = new HashMap<>();
    for (int round = 0; round < count; round++) {
      for (S side : round % 2 == 0 ? sides : sides.reversed()) {
        figures.computeIfAbsent(side, _ -> new ArrayList<>()).add(measurement.take(side));
      }
    }
    return new Turns<>(figures);
  }

  /// The spread of the figures of a side.
  public Spread spread(S side) {
    return Spread.of(
        figures.getOrDefault(side, List.of()).stream().mapToDouble(Double::doubleValue).toArray());
  }
}
