package dev.millrace.bench.store.memory;

import dev.millrace.bench.store.memory.side.Shape;
import java.util.List;

/// What is measured, how often and for how long.
///
/// @param shapes what the caches have to hold
/// @param threads how many work at the same time
/// @param rounds how many rounds count for each side
/// @param millis the length of a round
/// @param warmUpMillis for how long each side works before its rounds count
/// @param footprints what the caches hold as their memory is looked at
/// @param footprintRounds how many JVMs are started for that for each side
record Pace(
    List<Shape> shapes,
    List<Integer> threads,
    int rounds,
    int millis,
    int warmUpMillis,
    List<Shape> footprints,
    int footprintRounds) {
  private static final int SMALL = 100;
  private static final int MEDIUM = 1 << 10;
  private static final int LARGE = 100 << 10;

  /// The caches of the processor hold little of it: 1 GiB of values, or as many of the small ones
  /// as leave the sides that need most for them less than that.
  static final Pace FULL =
      new Pace(
          List.of(new Shape(1 << 22, SMALL), new Shape(1 << 20, MEDIUM), new Shape(10_486, LARGE)),
          List.of(1, 2, 4),
          7,
          1_000,
          6_000,
          List.of(new Shape(1 << 22, SMALL), new Shape(1 << 20, MEDIUM)),
          3);

  static final Pace QUICK =
      new Pace(
          List.of(new Shape(1 << 18, MEDIUM)),
          List.of(1, 2),
          3,
          400,
          1_500,
          List.of(new Shape(1 << 20, SMALL)),
          1);

  @Override
  public String toString() {
    return "rounds:  %d of %d ms for each side in turns, after %d ms of warm-up; memory: %d JVMs for each side"
        .formatted(rounds, millis, warmUpMillis, footprintRounds);
  }
}
