package dev.millrace.bench.store.traces;

import java.util.List;

/// What is replayed, and how often.
///
/// @param length the requests of each pattern
/// @param shares the sizes of caches, as shares of the keys
/// @param rounds how often each side goes over a trace, in turns
record Schedule(List<Pattern> patterns, int length, List<Double> shares, int rounds) {
  private static final int KEYS = 1_000_000;

  static Schedule quick() {
    List<Pattern> patterns =
        List.of(
            new Pattern.Popular(KEYS, Pattern.USUAL_EXPONENT, 1),
            new Pattern.Scanned(KEYS, 0.2, 2),
            new Pattern.Wonders(KEYS, 0.5, 3));
    return new Schedule(patterns, 2_500_000, List.of(0.01, 0.1), 2);
  }

  static Schedule full() {
    List<Pattern> patterns =
        List.of(
            new Pattern.Popular(KEYS, Pattern.USUAL_EXPONENT, 1),
            new Pattern.Popular(KEYS, 0.8, 1),
            new Pattern.Scanned(KEYS, 0.2, 2),
            new Pattern.Scanned(KEYS, 0.5, 2),
            new Pattern.Wonders(KEYS, 0.5, 3),
            new Pattern.Wonders(KEYS, 0.75, 3),
            new Pattern.Drifting(KEYS, 20, 4));
    return new Schedule(patterns, 4_000_000, List.of(0.01, 0.05, 0.1, 0.25), 3);
  }

  @Override
  public String toString() {
    return "rounds:  %d for each side in turns; patterns have %,d keys and %,d requests, of which the first third does not count"
        .formatted(rounds, KEYS, length);
  }
}
