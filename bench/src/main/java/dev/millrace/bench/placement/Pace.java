package dev.millrace.bench.placement;

import dev.millrace.bench.placement.probe.PlacingJvm;

/// How often is measured.
///
/// @param jvms how many are started for each side: of equal programs one is compiled better than
///   another, and stays so
/// @param warmUp how many rounds in each JVM do not count
/// @param rounds how many do
/// @param repetitions how often a round places all keys
record Pace(int jvms, int warmUp, int rounds, int repetitions) {
  static final Pace FULL = new Pace(9, 12, 5, 100);
  static final Pace QUICK = new Pace(3, 6, 3, 50);

  @Override
  public String toString() {
    return "rounds:  %d in each of %d JVMs for each side, in turns, after %d that do not count; each places %,d keys %d times"
        .formatted(rounds, jvms, warmUp, PlacingJvm.KEYS, repetitions);
  }
}
