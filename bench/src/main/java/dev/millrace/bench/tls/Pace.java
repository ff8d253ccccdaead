package dev.millrace.bench.tls;

import java.time.Duration;

/// How long everything is done.
///
/// @param rounds how many rounds count for each subject
/// @param round the length of a round
/// @param warmUp the most that a subject is warmed up for, and twice the least
record Pace(int rounds, Duration round, Duration warmUp) {
  static final Pace QUICK = new Pace(3, Duration.ofMillis(500), Duration.ofSeconds(5));
  static final Pace FULL = new Pace(7, Duration.ofSeconds(1), Duration.ofSeconds(20));

  /// For loads that each want a JVM of their own, and end by themselves.
  static Pace ofJvms(int rounds) {
    return new Pace(rounds, Duration.ZERO, Duration.ZERO);
  }

  @Override
  public String toString() {
    if (round.isZero()) {
      return "rounds:  %d JVMs for each side in turns".formatted(rounds);
    }
    return "rounds:  %d of %d ms for each side in turns, after %d to %d ms of warm-up"
        .formatted(rounds, round.toMillis(), warmUp.toMillis() / 2, warmUp.toMillis());
  }
}
