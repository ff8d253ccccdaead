package dev.millrace.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The samples of ours and of a peer, taken in turns.
///
/// @param <S> what one round of one side yields
public record Rounds<S>(List<S> ours, List<S> theirs) {

  /// One round of one side.
  @FunctionalInterface
  public interface Measurement<S> {
    S take() throws IOException, InterruptedException;
  }

  public Rounds {
    ours = List.copyOf(ours);
    theirs = List.copyOf(theirs);
  }

  /// Takes `count` samples of either side in the order A B, B A, A B, …, so that neither always
  /// runs in the other's wake.
  public static <S> Rounds<S> interleaved(int count, Measurement<S> ours, Measurement<S> theirs)
      throws IOException, InterruptedException {
    List<S> oursTaken = new ArrayList<>();
    List<S> theirsTaken = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      if (round % 2 == 0) {
        oursTaken.add(ours.take());
        theirsTaken.add(theirs.take());
      } else {
        theirsTaken.add(theirs.take());
        oursTaken.add(ours.take());
      }
    }
    return new Rounds<>(oursTaken, theirsTaken);
  }

  /// The spread of one figure over our samples.
  public Spread ours(ToDoubleFunction<S> figure) {
    return Spread.of(ours.stream().mapToDouble(figure).toArray());
  }

  /// The spread of one figure over the peer's samples.
  public Spread theirs(ToDoubleFunction<S> figure) {
    return Spread.of(theirs.stream().mapToDouble(figure).toArray());
  }
}
