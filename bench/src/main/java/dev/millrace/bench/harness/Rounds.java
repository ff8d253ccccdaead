package dev.millrace.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The samples of ours and of any number of peers, taken in turns.
///
/// @param <A> what a side is named by
/// @param <S> what one round of one side yields
public record Rounds<A, S>(Map<A, List<S>> samples) {

  /// One round of one side.
  @FunctionalInterface
  public interface Measurement<A, S> {
    S take(A side) throws IOException, InterruptedException;
  }

  /// Takes `count` samples of each side in the order A B C, C B A, A B C, …, so that none always
  /// runs in another's wake.
  public static <A, S> Rounds<A, S> interleaved(
      int count, List<A> sides, Measurement<A, S> measurement)
      throws IOException, InterruptedException {
    Map<A, List<S>> samples = new HashMap<>();
    for (int round = 0; round < count; round++) {
      for (A side : round % 2 == 0 ? sides : sides.reversed()) {
        samples.computeIfAbsent(side, _ -> new ArrayList<>()).add(measurement.take(side));
      }
    }
    return new Rounds<>(samples);
  }

  /// The spread of one figure over the samples of a side.
  public Spread spread(A side, ToDoubleFunction<S> figure) {
    return Spread.of(samples.getOrDefault(side, List.of()).stream().mapToDouble(figure).toArray());
  }
}
