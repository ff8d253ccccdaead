package dev.millrace.bench.gateway;

import java.time.Duration;

/// How long everything is done for each case.
///
/// @param compilation the load on ours before anything counts, in which the JVM compiles
/// @param round the load of one counted round, a whole number of seconds as wrk demands
/// @param rounds how many rounds each side gets
record Schedule(Duration compilation, Duration round, int rounds) {
  static final Schedule QUICK = new Schedule(Duration.ofSeconds(4), Duration.ofSeconds(1), 5);
  static final Schedule FULL = new Schedule(Duration.ofSeconds(20), Duration.ofSeconds(8), 9);

  @Override
  public String toString() {
    return "rounds:  %d of %d s for each side in turns, after %d s of warm-up"
        .formatted(rounds, round.toSeconds(), compilation.toSeconds());
  }
}
